// Forms of secrets, for the tests of what must never be written or sent.
const x = (length: number, letters = 'aB3dE5gH7jK9mN1pQ') =>
  letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
const hex = (length: number) => x(length, '0a1b2c3d4e5f6789');
const key = `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${x(64)}\n${x(64)}\n-----END RSA PRIVATE ${'KEY'}-----`;
/** Put together here, so that no scanner takes this file for a leak. What must not come out is the last of each. */
export const SECRETS: [what: string, text: string, secret: string][] = [
  ['AWS key id', '', `AK${'IA'}${x(16, 'ABCDEFGH23456789')}`],
  ['AWS secret', 'aws_secret_access_key = ', x(40)],
  ['GitHub classic', '', `gh${'p_'}${x(36)}`],
  ['GitHub OAuth', '', `gh${'o_'}${x(36)}`],
  ['GitHub app', '', `gh${'s_'}${x(36)}`],
  ['GitHub fine-grained', '', `github_${'pat_'}${x(22)}_${x(40)}`],
  ['GitLab', '', `glp${'at-'}${x(20)}`],
  ['Slack bot', '', `xo${'xb-'}123456789012-${x(24)}`],
  ['Slack app', '', `xa${'pp-'}1-${x(30)}`],
  ['Slack webhook', 'https://hooks.slack.com/services/', `T${x(8, 'ABC123')}/B${x(8, 'ABC123')}/${x(24)}`],
  ['JWT', '', `ey${'J'}${x(20)}.eyJ${x(30)}.${x(43)}`],
  ['PEM', '', key],
  ['PEM without its end', '', key.slice(0, 90)],
  ['URL', 'postgres://app:', 'hunter2!x'],
  ['password=', 'password=', 'hunter2'],
  ['quoted password', 'password = "', 'correct-horse'],
  ['password in YAML', 'db_password: ', 's3cr3tValue'],
  ['bearer', 'Authorization: Bearer ', x(40)],
  ['OpenAI', '', `sk${'-'}proj-${x(48)}`],
  ['Anthropic', '', `sk${'-ant-'}api03-${x(60)}`],
  ['Stripe', '', `sk${'_live_'}${x(24)}`],
  ['Google API', '', `AI${'za'}${x(35)}`],
  ['Google OAuth', '', `ya${'29.'}${x(60)}`],
  ['npm', '', `np${'m_'}${x(36)}`],
  ['PyPI', '', `py${'pi-'}${x(60)}`],
  ['SendGrid', '', `S${'G.'}${x(22)}.${x(43)}`],
  ['Twilio', '', `S${'K'}${hex(32)}`],
  ['Hugging Face', '', `h${'f_'}${x(34)}`],
  ['DigitalOcean', '', `do${'p_v1_'}${hex(64)}`],
  ['Vault', '', `hv${'s.'}${x(24)}`],
  ['Azure', 'AccountKey=', `${x(86)}==`],
  ['Databricks', '', `da${'pi'}${hex(32)}`],
];
