// Keeps secrets that somebody wrote into a memory out of what is sent. Runs when memories are compiled, never in the hook.

/** What stands in place of a secret. */
export const MASK = '[masked secret]';

/** Tokens that tell by their own form what they are; whole. */
const TOKENS: readonly RegExp[] = [
  // AWS: access key ids.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g,
  // GitHub, GitLab.
  /\bgh[pousr]_[A-Za-z0-9]{30,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,}/g,
  /\bgl(?:pat|dt|rt|ft|soat)-[A-Za-z0-9_-]{20,}/g,
  // Slack: tokens, webhooks.
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bxapp-\d-[A-Za-z0-9-]{10,}/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9/_-]{20,}/g,
  // Anthropic, OpenAI and those that took their form over; Stripe.
  /\bsk-(?:ant-|proj-|svcacct-|or-)?[A-Za-z0-9_-]{20,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /\bwhsec_[A-Za-z0-9]{20,}/g,
  // Google: API keys, OAuth.
  /\bAIza[0-9A-Za-z_-]{35}/g,
  /\bya29\.[0-9A-Za-z_-]{20,}/g,
  /\bGOCSPX-[0-9A-Za-z_-]{20,}/g,
  // npm, PyPI, Docker, Hugging Face, Databricks, DigitalOcean, Shopify, Linear, Notion, Vault, Grafana, Postman.
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bpypi-[A-Za-z0-9_-]{30,}/g,
  /\bdckr_pat_[A-Za-z0-9_-]{20,}/g,
  /\bhf_[A-Za-z0-9]{30,}/g,
  /\bdapi[0-9a-f]{32}\b/g,
  /\bdo[opr]_v1_[0-9a-f]{40,}/g,
  /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g,
  /\blin_api_[A-Za-z0-9]{30,}/g,
  /\bntn_[A-Za-z0-9]{30,}/g,
  /\bhv[sb]\.[A-Za-z0-9_-]{20,}/g,
  /\bgl(?:c|sa)_[A-Za-z0-9_=]{30,}/g,
  /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}/g,
  // SendGrid, Twilio, Telegram, Discord.
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\bSK[0-9a-f]{32}\b/g,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{33}/g,
  /\b[MNO][A-Za-z0-9_-]{23,}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g,
  // JSON web tokens; age.
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/g,
  // Private keys, also one whose end is missing.
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$(?![\s\S]))/g,
];

/** `scheme://user:password@host`: the password. A variable in its place is none. */
const IN_URL = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"<>]*:)(?![$<{*%])[^\s/@'"<>]+(?=@)/gi;

/** `Authorization: Bearer …`. */
const IN_HEADER = /(\b(?:Bearer|Basic|token)[ \t]+)(?=[A-Za-z0-9+/_.=~-]*[0-9=])[A-Za-z0-9+/_.=~-]{16,}/g;

const NAMED =
  '(?:[a-z0-9]+[_-])*(?:passwords?|passwd|pwd|passphrase|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|client[_-]?secret|secret[_-]?key|secret[_-]?access[_-]?key|auth[_-]?token)';

/** `password=…`: whatever follows, but for variables and what stands for a value. */
const ASSIGNED = new RegExp(
  `(\\b${NAMED}["']?[ \\t]*=[ \\t]*["']?)(?![$<{*%[]|process\\.env|os\\.|env\\.|null\\b|true\\b|false\\b|xxx)[^\\s"'&;,]{4,}`,
  'gi',
);

/** `password: …` is prose too: only a value of eight and more with a digit in it, or a quoted one. */
const SAID = new RegExp(
  `(\\b${NAMED}["']?[ \\t]*:[ \\t]*)(?:(["'])(?![$<{*%[])[^"'\\s]{6,}\\2|(?![$<{*%["'])(?=\\S*\\d)[^\\s"',;]{8,})`,
  'gi',
);

/** A text with each secret in it replaced by MASK. What leads to one (`password=`, a user's name) stays, so that a reader knows. */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const token of TOKENS) masked = masked.replace(token, MASK);
  return masked
    .replace(IN_URL, `$1${MASK}`)
    .replace(IN_HEADER, `$1${MASK}`)
    .replace(ASSIGNED, `$1${MASK}`)
    .replace(SAID, `$1${MASK}`);
}
