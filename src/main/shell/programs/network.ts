import { anyWordIs, earlyWordIs, firstIs, hasAny, namesWebAddress, subcommandIs } from './conditions';
import type { ProgramRecords } from './record';
import { byOutputFlags, valuesAfter } from './written';

/** Programs that are there to reach other machines. */
export const networkPrograms: ProgramRecords = {
  curl: {
    risks: { network: true },
    writes: valuesAfter('-o', '--output', '--output-dir', '-D', '--dump-header', '-c', '--cookie-jar'),
  },
  wget: { risks: { network: true }, writes: valuesAfter('-O', '-P', '--output-document', '--directory-prefix') },
  'http https xh': { risks: { network: true }, freeOperands: true },
  'curlie httpie wget2 aria2c axel yt-dlp youtube-dl lynx w3m links elinks websocat grpcurl': { risks: { network: true } },
  // `-i` and `-w` of these do not edit files.
  'ssh scp sftp ping ping6': { risks: { network: true }, writes: byOutputFlags },
  'ssh-copy-id ssh-keyscan autossh sshfs mosh telnet ftp tftp lftp nc ncat netcat socat': { risks: { network: true } },
  'nmap dig nslookup host traceroute tracepath mtr whois': { risks: { network: true } },
  'mail sendmail msmtp mutt smbclient ldapsearch svn wormhole croc': { risks: { network: true } },
  'open xdg-open start': { risks: { network: namesWebAddress } },
  getent: { risks: { network: subcommandIs(/^(hosts|ahosts|ahostsv4|ahostsv6)$/) } },
  openssl: { risks: { network: subcommandIs(/^s_(client|server)$/) } },
  hg: {
    risks: {
      network: subcommandIs(/^(push|pull|clone|incoming|outgoing|in|out)$/),
      deletes: (use) => earlyWordIs(/^(purge|revert|strip)$/)(use) || hasAny('-C', '--clean')(use),
    },
  },
  claude: {
    risks: { network: true, governs: anyWordIs(/^(mcp|config|plugin|--(dangerously|allow|permission|settings|mcp)\S*)$/i) },
  },
  'codex gemini aider opencode cursor-agent': { risks: { network: true } },
  gpg: {
    risks: { secrets: hasAny('--export-secret-keys', '--export-secret-subkeys') },
    writes: byOutputFlags,
  },
  // They show or give away passwords and keys.
  security: { risks: { secrets: firstIs(/^(find-(generic|internet)-password|dump-keychain|export)$/) } },
  'secret-tool': { risks: { secrets: firstIs(/^(lookup|search)$/) } },
  pass: { risks: { secrets: firstIs(/^(show|ls|grep|cp)$/) } },
  op: { risks: { secrets: firstIs(/^(read|item|document|inject)$/) } },
  bw: { risks: { secrets: firstIs(/^(get|list|export)$/) } },
};
