// Secrets for tests, put together at run time: the repository holds nothing that a scanner could take for one.

/** The same letters each time, without a pattern that a person would see. */
export function chance(seed: number): (length: number, letters?: string) => string {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) >>> 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
  return (length, letters = WORD) => Array.from({ length }, () => letters[next() % letters.length]!).join('');
}

export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const UPPER = LOWER.toUpperCase();
export const DIGITS = '0123456789';
export const WORD = UPPER + LOWER + DIGITS;
export const HEX = '0123456789abcdef';
export const URLSAFE = `${WORD}_-`;
export const BASE64 = `${WORD}+/`;

/** What is left of a secret: a run of at least half of it, and of six letters at least. */
export function leftOf(secret: string, text: string): boolean {
  const least = Math.min(secret.length, Math.max(6, Math.ceil(secret.length / 2)));
  for (let at = 0; at + least <= secret.length; at++) if (text.includes(secret.slice(at, at + least))) return true;
  return false;
}

/** A password as people make them. */
export function password(seed: number): string {
  const make = chance(seed);
  return `${make(5, LOWER)}${make(2, DIGITS)}${make(1, '!#%*$&?@')}${make(4, UPPER)}${make(2, DIGITS)}`;
}

export const uuid = (make: ReturnType<typeof chance>) => [8, 4, 4, 4, 12].map((n) => make(n, HEX)).join('-');

/** One token of each provider's format. The parts of prefixes stand apart, so that this file holds none whole. */
export function tokens(seed: number): [kind: string, token: string][] {
  const m = chance(seed);
  const at = (a: string, b: string, rest: string) => `${a}${b}${rest}`;
  return [
    ['aws-access-key', at('AK', 'IA', m(16, `${UPPER}234567`))],
    ['aws-access-key', at('AS', 'IA', m(16, `${UPPER}234567`))],
    ['aws-session-token', at('IQoJ', 'b3JpZ2lu', m(200, BASE64))],
    ['aws-bedrock-key', at('AB', 'SK', `QmVkcm9ja0FQSUtleS1${m(112, BASE64)}`)],
    ['github-token', at('gh', 'p_', m(36))],
    ['github-token', at('gh', 'o_', m(36))],
    ['github-token', at('gh', 'u_', m(36))],
    ['github-token', at('gh', 's_', m(36))],
    ['github-token', at('gh', 'r_', m(76))],
    ['github-fine-grained', at('github', '_pat_', `${m(22)}_${m(59)}`)],
    ['gitlab-token', at('gl', 'pat-', m(20, URLSAFE))],
    ['gitlab-token', at('gl', 'pat-', `${m(27, URLSAFE)}.01.${m(9, LOWER + DIGITS)}`)],
    ['gitlab-token', at('gl', 'dt-', m(20, URLSAFE))],
    ['gitlab-token', at('gl', 'rt-', m(20, URLSAFE))],
    ['gitlab-token', at('glcb', 't-', `6a_${m(20)}`)],
    ['gitlab-token', at('GR13', '48941', m(20, URLSAFE))],
    ['gitlab-trigger', at('glpt', 't-', m(40, HEX))],
    ['gitlab-agent', at('glage', 'nt-', m(50, URLSAFE))],
    ['slack-token', at('xo', 'xb-', `${m(12, DIGITS)}-${m(13, DIGITS)}-${m(24)}`)],
    ['slack-token', at('xo', 'xp-', `${m(12, DIGITS)}-${m(12, DIGITS)}-${m(13, DIGITS)}-${m(32, HEX)}`)],
    ['slack-config-token', at('xoxe.', 'xoxp-', `1-${m(160)}`)],
    ['slack-app-token', at('xa', 'pp-', `1-A${m(10, UPPER + DIGITS)}-${m(13, DIGITS)}-${m(64, HEX)}`)],
    ['slack-cookie', at('xo', 'xd-', m(120))],
    ['stripe-key', at('sk_', 'live_', m(24))],
    ['stripe-key', at('rk_', 'test_', m(99))],
    ['stripe-webhook', at('wh', 'sec_', m(32))],
    ['anthropic-key', at('sk-', 'ant-', `api03-${m(93, URLSAFE)}AA`)],
    ['anthropic-key', at('sk-', 'ant-', `oat01-${m(93, URLSAFE)}AA`)],
    ['openai-key', at('sk', '-', `${m(20)}T3Blbk${'FJ'}${m(20)}`)],
    ['openai-key', at('sk-', 'proj-', `${m(74, URLSAFE)}T3Blbk${'FJ'}${m(74, URLSAFE)}`)],
    ['openai-key', at('sk-', 'svcacct-', m(120, URLSAFE))],
    ['openai-key', at('sk', '-', m(32, HEX))],
    ['openrouter-key', at('sk-', 'or-', `v1-${m(64, HEX)}`)],
    ['langsmith-key', at('lsv2', '_pt_', `${m(32, HEX)}_${m(10, HEX)}`)],
    ['langfuse-key', at('sk-', 'lf-', uuid(m))],
    ['huggingface-token', at('h', 'f_', m(34, UPPER + LOWER))],
    ['groq-key', at('gs', 'k_', m(52))],
    ['perplexity-key', at('pp', 'lx-', m(48))],
    ['xai-key', at('xa', 'i-', m(80))],
    ['replicate-token', at('r', '8_', m(37))],
    ['together-key', at('tgp', '_v1_', m(43, URLSAFE))],
    ['tavily-key', at('tv', 'ly-', `dev-${m(32)}`)],
    ['pinecone-key', at('pc', 'sk_', `${m(6)}_${m(63)}`)],
    ['nvidia-key', at('nva', 'pi-', m(64, URLSAFE))],
    ['elevenlabs-key', at('sk', '_', m(48, HEX))],
    ['google-api-key', at('AI', 'za', m(35, URLSAFE))],
    ['google-oauth-token', at('ya', '29.', m(160, URLSAFE))],
    ['google-oauth-secret', at('GOC', 'SPX-', m(28, URLSAFE))],
    ['google-refresh-token', at('1/', '/0', m(60, URLSAFE))],
    ['azure-client-secret', `${m(3)}8${'Q~'}${m(34)}`],
    ['azure-devops-token', `${m(76)}AZ${'DO'}${m(4)}`],
    ['digitalocean-token', at('dop', '_v1_', m(64, HEX))],
    ['heroku-key', at('HR', 'KU-', `AA${m(58, URLSAFE)}`)],
    ['vercel-token', at('vc', 'p_', m(56))],
    ['netlify-token', at('nf', 'p_', m(36))],
    ['cloudflare-token', at('cf', 'ut_', m(48))],
    ['cloudflare-origin-key', at('v1.', '0-', `${m(24, HEX)}-${m(146, HEX)}`)],
    ['fly-token', at('fo', '1_', m(43, URLSAFE))],
    ['fly-token', at('fm', '2_', m(180, BASE64))],
    ['docker-token', at('dckr', '_pat_', m(27, URLSAFE))],
    ['npm-token', at('np', 'm_', m(36))],
    ['pypi-token', at('py', 'pi-', `AgEIcHlwaS5vcmc${m(150, URLSAFE)}`)],
    ['rubygems-key', at('ruby', 'gems_', m(48, HEX))],
    ['crates-token', at('ci', 'o', m(32))],
    ['clojars-token', at('CLO', 'JARS_', m(60, HEX))],
    ['nuget-key', at('oy', '2', m(43, `${LOWER}234567`))],
    ['artifactory-key', at('AK', 'Cp', m(69))],
    ['atlassian-token', at('ATA', 'TT3', `xFfGF0${m(170, URLSAFE)}=${m(8, `ABCDEF${DIGITS}`)}`)],
    ['bitbucket-token', at('AT', 'BB', m(32))],
    ['linear-key', at('lin', '_api_', m(40))],
    ['notion-token', at('nt', 'n_', `${m(11, DIGITS)}${m(35)}`)],
    ['notion-token', at('secr', 'et_', m(43))],
    ['figma-token', at('fi', 'gd_', m(40, URLSAFE))],
    ['airtable-token', at('pa', 't', `${m(14)}.${m(64, HEX)}`)],
    ['asana-token', `1/${m(16, DIGITS)}:${m(32, HEX)}`],
    ['shopify-token', at('shp', 'at_', m(32, HEX))],
    ['square-token', at('sq0', 'csp-', m(43, URLSAFE))],
    ['facebook-or-square-token', at('EA', 'A', `A${m(60, URLSAFE)}`)],
    ['braintree-token', at('access_token', '$production$', `${m(16, LOWER + DIGITS)}$${m(32, HEX)}`)],
    ['plaid-token', at('access-', 'sandbox-', uuid(m))],
    ['twilio-key', at('S', 'K', m(32, HEX))],
    ['sendgrid-key', at('S', 'G.', `${m(22, URLSAFE)}.${m(43, URLSAFE)}`)],
    ['mailgun-key', at('ke', 'y-', m(32, HEX))],
    ['mailgun-key', `${m(32, HEX)}-${m(8, HEX)}-${m(8, HEX)}`],
    ['mailchimp-key', `${m(32, HEX)}-u${'s'}12`],
    ['sendinblue-key', at('xkey', 'sib-', `${m(64, HEX)}-${m(16)}`)],
    ['resend-key', at('r', 'e_', `${m(8)}_${m(24)}`)],
    ['klaviyo-key', at('p', 'k_', m(34, HEX))],
    ['hubspot-token', at('pat-', 'na1-', uuid(m))],
    ['contentful-token', at('CF', 'PAT-', m(43, URLSAFE))],
    ['mapbox-token', at('sk', '.eyJ', `${m(80, URLSAFE)}.${m(22, URLSAFE)}`)],
    ['launchdarkly-key', at('sd', 'k-', uuid(m))],
    ['sentry-token', at('sntr', 'ys_', `eyJ${m(120)}_${m(43)}`)],
    ['sentry-token', at('sntr', 'yu_', m(64, HEX))],
    ['new-relic-key', at('NR', 'AK-', m(27, UPPER + DIGITS))],
    ['new-relic-key', `${m(36, HEX)}NR${'AL'}`],
    ['grafana-token', at('gl', 'sa_', `${m(32)}_${m(8, HEX)}`)],
    ['grafana-token', at('gl', 'c_', `eyJ${m(60)}`)],
    ['posthog-key', at('ph', 'x_', m(43))],
    ['supabase-key', at('sb', 'p_', m(40, HEX))],
    ['supabase-key', at('sb_', 'secret_', `${m(22, URLSAFE)}_${m(8)}`)],
    ['planetscale-token', at('pscale', '_tkn_', m(43, URLSAFE))],
    ['neon-key', at('na', 'pi_', m(64, LOWER + DIGITS))],
    ['databricks-token', at('da', 'pi', m(32, HEX))],
    ['terraform-token', `${m(14)}.atlas${'v1'}.${m(67, URLSAFE)}`],
    ['vault-token', at('hv', 's.', m(90, URLSAFE))],
    ['doppler-token', at('dp.', 'pt.', m(43))],
    ['doppler-token', at('dp.', 'st.', `prd.${m(43)}`)],
    ['pulumi-token', at('pu', 'l-', m(40, HEX))],
    ['age-key', at('AGE-SECRET', '-KEY-1', m(58, UPPER + DIGITS))],
    ['onepassword-token', at('ops', '_eyJ', m(300, BASE64))],
    ['onepassword-key', at('A', '3-', [6, 6, 5, 5, 5, 5].map((n) => m(n, UPPER + DIGITS)).join('-'))],
    ['tailscale-key', at('ts', 'key-', `auth-${m(12)}-${m(32)}`)],
    ['circleci-token', at('CCI', 'PAT_', `${m(22)}_${m(40, HEX)}`)],
    ['buildkite-token', at('bk', 'ua_', m(40, HEX))],
    ['sonar-token', at('sq', 'p_', m(40, HEX))],
    ['postman-key', at('PM', 'AK-', `${m(24, HEX)}-${m(34, HEX)}`)],
    ['prefect-key', at('pn', 'u_', m(36))],
    ['readme-key', at('rd', 'me_', m(70, LOWER + DIGITS))],
    ['sourcegraph-token', at('sg', 'p_', m(40, HEX))],
    ['octopus-key', at('AP', 'I-', m(26, UPPER + DIGITS))],
    ['duffel-token', at('duffel', '_live_', m(43, URLSAFE))],
    ['easypost-key', at('EZ', 'AK', m(54))],
    ['flutterwave-key', at('FLW', 'SECK-', `${m(32, HEX)}-X`)],
    ['gocardless-token', at('li', 've_', m(40, URLSAFE))],
    ['adafruit-key', at('ai', 'o_', m(28))],
    ['alibaba-key', at('LT', 'AI', m(20))],
    ['tencent-key', at('AK', 'ID', m(32))],
    ['yandex-token', at('AQ', 'VN', m(38, URLSAFE))],
    ['typeform-token', at('tf', 'p_', m(59, URLSAFE))],
    ['twitter-bearer', at('AAAAAAAAAAA', 'AAAAAAAAAAA', m(80))],
    ['dropbox-token', at('s', 'l.', m(140, URLSAFE))],
    ['openshift-token', at('sha', '256~', m(43, URLSAFE))],
    ['dynatrace-token', at('dt0', 'c01.', `${m(24, UPPER + DIGITS)}.${m(64, UPPER + DIGITS)}`)],
    ['shippo-token', at('shippo', '_live_', m(40, HEX))],
    ['honeycomb-key', at('hca', 'ik_', m(58, LOWER + DIGITS))],
    ['axiom-token', at('xa', 'at-', uuid(m))],
    ['telegram-token', `${m(10, '123456789')}:A${'A'}${m(33, URLSAFE)}`],
    ['discord-token', `M${m(25)}.${m(6)}.${m(38)}`],
    ['facebook-token', `${m(16, '123456789')}|${m(27)}`],
    ['salesforce-token', at('00', 'D', `${m(12)}!${m(96)}`)],
    ['deepl-key', `${uuid(m)}:f${'x'}`],
    ['rapidapi-key', `${m(10, HEX)}ms${'h'}${m(15, HEX)}p1${m(6, HEX)}js${'n'}${m(12, HEX)}`],
    ['password-hash', at('$2', 'b$', `12$${m(53)}`)],
    ['password-hash', at('$argon2', 'id$', `v=19$m=65536,t=3,p=4$${m(22)}$${m(43)}`)],
    ['jwt', at('ey', 'J', `${m(20)}.eyJ${m(60)}.${m(43, URLSAFE)}`)],
    ['private-key', at('LS0tLS1CRUdJTi', 'BSU0EgUFJJVkFUR', m(400, BASE64))],
  ];
}
