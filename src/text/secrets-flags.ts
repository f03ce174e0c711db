// Passwords as commands take them: `mysql -psecret`, `curl -u user:secret`, `redis-cli -a secret`.
import type { Add } from './secrets-tokens.ts';
import { isNameOrPlaceholder, isPlaceholder } from './secrets-values.ts';

/**
 * `joined`: the value stands right behind the letter; `apart`: with a blank; `pair`: user and password; `percent`: `user%password`;
 * `basic`: behind one word or two; `any`: with a blank, and nothing else can stand there; `account`: behind a name or a share;
 * `piped`: what is said to a command that reads a password.
 */
type Form = 'joined' | 'apart' | 'pair' | 'percent' | 'basic' | 'any' | 'account' | 'piped';

type Flag = readonly [flag: string, ...forms: Form[]];

/** Names of commands, with blanks between, and how each takes a password. */
const TABLE: readonly (readonly [names: string, ...flags: Flag[]])[] = [
  [
    'mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlpump mycli mariadb mariadb-dump mariadb-admin 7z 7za rar unrar',
    ['-p', 'joined'],
  ],
  ['redis-cli valkey-cli keydb-cli', ['-a', 'apart', 'joined']],
  [
    'curl wget http https xh httpie',
    ['-u', 'pair', 'joined'],
    ['--user', 'pair'],
    ['--proxy-user', 'pair'],
    ['-U', 'pair'],
    ['-a', 'pair'],
  ],
  [
    'sshpass mongo mongosh mongodump mongorestore docker podman nerdctl buildah skopeo helm oc az crictl',
    ['-p', 'apart', 'joined'],
    ['--value', 'any'],
  ],
  ['sqlcmd bcp ipmitool osql', ['-P', 'apart', 'joined']],
  ['ldapsearch ldapadd ldapmodify ldapwhoami ldappasswd', ['-w', 'apart', 'joined']],
  ['smbclient rpcclient smbmap crackmapexec nxc', ['-U', 'percent'], ['-p', 'apart']],
  [
    'keytool jarsigner',
    ['-storepass', 'apart'],
    ['-keypass', 'apart'],
    ['-srcstorepass', 'apart'],
    ['-deststorepass', 'apart'],
  ],
  ['openssl', ['pass:', 'joined'], ['-k', 'apart'], ['-password', 'apart']],
  ['xfreerdp wfreerdp rdesktop', ['/p:', 'joined'], ['-p', 'apart', 'joined']],
  ['snmpwalk snmpget', ['-A', 'apart'], ['-X', 'apart']],
  ['zip unzip', ['-P', 'apart', 'joined']],
  ['ssh-keygen', ['-N', 'any'], ['-P', 'any']],
  ['net', ['user', 'account'], ['use', 'account']],
  ['rabbitmqctl', ['add_user', 'account'], ['change_password', 'account']],
  ['mosquitto_pub mosquitto_sub', ['-P', 'any']],
  ['useradd usermod adduser', ['-p', 'any']],
  ['aws', ['--secret-string', 'any'], ['--value', 'any']],
  ['gh', ['--body', 'any'], ['-b', 'any']],
  ['vault', ['login', 'apart']],
  ['lftp ftp ncftp', ['-u', 'pair']],

  ['echo printf', ['', 'piped']],
  [
    'htpasswd',
    ['-b', 'basic'],
    ['-nb', 'basic'],
    ['-bc', 'basic'],
    ['-cb', 'basic'],
    ['-nbB', 'basic'],
    ['-Bbn', 'basic'],
  ],
];

/** The names of the commands that are known here, each between blanks. */
export const COMMANDS = ` ${TABLE.map(([names]) => names).join(' ')} `;

function flagsOf(name: string): Flag[] {
  const [, ...flags] = TABLE.find(([names]) => ` ${names} `.includes(` ${name} `))!;
  return flags;
}

/** Commands whose flags hold a password behind one verb only. */
const VERBS: readonly (readonly [names: RegExp, verb: RegExp])[] = [
  [/^(?:docker|podman|nerdctl|buildah|skopeo|crictl|helm|oc)$/, /\blogin\b/],
  [/^az$/, /\blogin\b|\bsecret set\b/],
  [/^aws$/, /\bSecureString\b|\bsecretsmanager\b/],
  [/^gh$/, /\bsecret set\b/],
];

/** UTF-16 units of a command line that are looked at. */
const REACH = 600;

/**
 * Looks for passwords in one command line.
 * @param at where the command's name begins
 * @returns behind what has been looked at
 */
export function findFlags(text: string, at: number, name: string, add: Add): number {
  const from = at + name.length;
  if (!/^(?:\.exe)?[ \t]/.test(text.slice(from, from + 5)) || /[\w.-]/.test(text[at - 1] ?? ' ')) return at;
  const line = lineFrom(text, from);
  if (VERBS.some(([names, verb]) => names.test(name) && !verb.test(line))) return from;
  const flags = flagsOf(name);
  for (const [flag, ...forms] of flags) {
    for (const form of forms) {
      if (form === 'piped') findPiped(text.slice(from, from + REACH), from, add);
      else findFlag(line, from, flag, form, add);
    }
  }
  // What is echoed may be a command line itself.
  return flags.some(([, ...forms]) => forms.includes('piped')) ? from : from + line.length;
}

/** The rest of a command line, over lines that a backslash continues; what separates commands ends it. */
function lineFrom(text: string, from: number): string {
  const line = /^(?:\\\r?\n|[^\n\\]|\\.)*/.exec(text.slice(from, from + REACH))?.[0] ?? '';
  const next = /(?:\s(?:&&|\|\||[;|])\s|[`;]\s|`$)/.exec(line);
  return next ? line.slice(0, next.index) : line;
}

/** What stands before the password of `net user jo …` and of `net use z: \\nas\share …`. */
const ACCOUNT = /^(?:(?:(?:[A-Za-z]:|\*)[ \t]+)?\\\\[^\s\\]{1,80}\\\S{1,120}|(?![/-])[^\s\\]{1,80})[ \t]+(?=[^\s/*])/;

function findFlag(line: string, from: number, flag: string, form: Form, add: Add): void {
  const quoted = /^(["'])((?:(?!\1)[^\n]){1,200})\1|^((?:[^\s"'`;|&<>()]|&(?=\w)){1,200})/;
  for (let at = line.indexOf(flag); at >= 0; at = line.indexOf(flag, at + flag.length)) {
    if (!/[\s\\:]/.test(line[at - 1] ?? ' ') && flag !== 'pass:') continue;
    let start = at + flag.length;
    const blank = /^(?:[ \t]{1,8}|=|[ \t]*\\\r?\n[ \t]{0,16})/.exec(line.slice(start, start + 32))?.[0].length ?? 0;
    if (form === 'joined' ? blank > 0 : blank === 0) continue;
    start += blank;
    if (form === 'basic') {
      const words = /^(?:\S{1,80}[ \t]+){1,2}(?=\S)/.exec(line.slice(start, start + 260));
      if (words) start += words[0].length;
    }
    if (form === 'account') {
      const account = ACCOUNT.exec(line.slice(start, start + 260));
      if (!account || account[0].includes('\\') !== (flag === 'use')) continue;
      start += account[0].length;
    }
    const match = quoted.exec(line.slice(start, start + 204));
    if (!match) continue;
    const value = match[2] ?? match[3]!;
    const first = start + (match[2] === undefined ? 0 : 1);
    if (form === 'pair' || form === 'percent' || (form === 'joined' && flag === '-u')) {
      const [user = '', ...more] = value.split(form === 'percent' ? '%' : /[:,]/);
      const password = more.join(':');
      const one = password === '' ? user : password;
      if (
        more.length === 0 ||
        one.length < 3 ||
        isPlaceholder(one) ||
        isNameOrPlaceholder(one) ||
        one === 'test' ||
        /^[$%<{]/.test(user)
      )
        continue;
      add(from + first, from + first + value.length, 'basic-auth');
    } else if (isValue(value, form)) add(from + first, from + first + value.length, 'password');
  }
}

const PIPED =
  /^(?:[ \t]+-[neE]+|[ \t]+["']%s(?:\\n)?["'])?[ \t]+(["']?)([^\s"'|<>$`]{4,200})\1[ \t]*\|[ \t]*(?:sudo[ \t]+(?:-\w+[ \t]+)*-\w*S|[^|\n]{0,200}(?:--password-stdin|--with-token|--stdin|--passphrase-fd|passwd\b|cryptsetup|kinit|smbpasswd))/;

/** `echo … | sudo -S`, `printf '%s' … | docker login --password-stdin` */
function findPiped(line: string, from: number, add: Add): void {
  const match = PIPED.exec(line);
  if (!match || isNameOrPlaceholder(match[2]!) || /^[a-z]+(?:[-_.][a-z]+)*$/.test(match[2]!)) return;
  const first = line.indexOf(match[2]!, match[0].indexOf(match[1]! + match[2]!));
  add(from + first, from + first + match[2]!.length, 'password');
}

/** Of what may stand behind the flag for something else: a port, a folder, a file, a word. */
function isValue(value: string, form: Form): boolean {
  if (form === 'any') return value.length >= 4 && !isNameOrPlaceholder(value) && !value.startsWith('-');
  if (value.length < 4 || isNameOrPlaceholder(value) || value.startsWith('-')) return false;
  if (/^\d+(?::\d+)*(?:\/\w+)?$|^[./~]|^[\w.-]+:[\w./-]+$/.test(value)) return false;
  return form === 'joined' || !/^[a-z]+(?:[-_.][a-z]+)*$/.test(value);
}
