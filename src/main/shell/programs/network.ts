import { anyOperandIs, anyWordIs, earlyWordIs, firstIs, hasAny, namesWebAddress, subcommandIs } from './conditions';
import { versionBy } from './reads';
import type { ProgramRecords } from './record';
import { byOutputFlags, valuesAfter } from './written';

/** Programs whose purpose is to contact other machines. */
export const networkPrograms: ProgramRecords = {
  curl: {
    reads: versionBy('-V', '--version'),
    otherUses: true,
    risks: { network: true },
    writes: valuesAfter('-o', '--output', '--output-dir', '-D', '--dump-header', '-c', '--cookie-jar'),
  },
  wget: { risks: { network: true }, writes: valuesAfter('-O', '-P', '--output-document', '--directory-prefix') },
  'http https xh': { risks: { network: true }, freeOperands: true },
  'curlie httpie wget2 aria2c axel yt-dlp youtube-dl lynx w3m links elinks websocat grpcurl': { risks: { network: true } },
  // For these, `-i` and `-w` don't mean editing files.
  'ping ping6': { risks: { network: true }, writes: byOutputFlags },
  'ssh scp sftp': {
    risks: { network: true },
    writes: byOutputFlags,
    unclear: ({ args }) =>
      args.some(({ raw }) => /(proxy|local)command|knownhostscommand|^-S./i.test(raw)) ? ['It can run another program'] : [],
  },
  'ssh-copy-id ssh-keyscan autossh sshfs mosh telnet ftp tftp lftp nc ncat netcat socat': { risks: { network: true } },
  'nmap dig nslookup host traceroute tracepath mtr whois': { risks: { network: true } },
  'mail sendmail msmtp mutt smbclient ldapsearch svn wormhole croc': { risks: { network: true } },
  'open xdg-open start': { risks: { network: namesWebAddress } },
  hg: {
    risks: {
      network: subcommandIs(/^(push|pull|clone|incoming|outgoing|in|out)$/),
      deletes: (use) => earlyWordIs(/^(purge|revert|strip)$/)(use) || hasAny('-C', '--clean')(use),
    },
  },
  claude: {
    risks: { network: true, governs: anyWordIs(/^(mcp|config|plugin|--(dangerously|allow|permission|settings|mcp)\S*)$/i) },
  },
  'codex gemini aider opencode cursor-agent goose-cli amp llm sgpt mods openai': { risks: { network: true } },
  'rsh rcp rlogin sshuttle chisel frpc lt localtunnel tailscale wg-quick openvpn zerotier-cli': { risks: { network: true } },
  'drill delv kdig dog doggo systemd-resolve avahi-resolve avahi-browse arping fping hping3 masscan arp-scan rustscan': {
    risks: { network: true },
  },
  'tcpdump tshark dumpcap': { risks: { network: true }, writes: valuesAfter('-w'), lineFlags: ['-z'] },
  'iperf iperf3 speedtest speedtest-cli fast ntpdate sntp rdate snmpwalk snmpget snmpset rpcinfo showmount smbget cadaver': {
    risks: { network: true },
  },
  'mailx s-nail neomutt swaks ssmtp sendemail fetchmail getmail offlineimap mbsync irssi weechat finger kinit': {
    risks: { network: true },
  },
  'ldapmodify ldapadd ldapmodrdn': { risks: { network: true } },
  ldapdelete: { risks: { network: true, deletes: true } },
  resolvectl: { risks: { network: firstIs(/^(query|service|openpgp|tlsa)$/), permissions: firstIs(/^(dns|domain|revert)$/) } },
  logger: { risks: { network: hasAny('-n', '--server') } },
  'restic borg duplicity rdiff-backup kopia rustic': {
    risks: {
      network: anyWordIs(/^(sftp|s3|b2|rest|azure|gs|rclone|ssh|[\w.-]+@?[\w.-]*):/),
      deletes: anyOperandIs(/^(forget|prune|delete|remove-all-but-n-full|compact)$/),
    },
  },
  'unison syncthing': { risks: { network: true } },
  nmcli: { risks: { network: anyOperandIs(/^(down|up|delete|disconnect|off|on|add|modify)$/) } },
  'networksetup rfkill': { risks: { network: true } },
  'ip ifconfig': { risks: { network: anyOperandIs(/^(add|del|delete|flush|set|change|replace|up|down)$/) } },
};
