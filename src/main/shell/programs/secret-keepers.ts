import { hasFlag } from '../arguments';
import { anyOf, anyOperandIs, firstIs, hasAny, startsWith } from './conditions';
import type { ProgramRecords } from './record';
import { byOutputFlags, inHome, operandAt, valuesAfter } from './written';

/** Programs that store, show or generate passwords and keys, or capture the screen and the clipboard. */
export const secretPrograms: ProgramRecords = {
  'gpg gpg2': {
    risks: {
      secrets: hasAny('--export-secret-keys', '--export-secret-subkeys', '--export-secret-ssh-key', '-d', '--decrypt'),
      deletes: hasAny('--delete-keys', '--delete-secret-keys', '--delete-secret-and-public-key'),
      network: hasAny('--recv-keys', '--receive-keys', '--send-keys', '--search-keys', '--refresh-keys', '--locate-keys', '--fetch-keys'),
    },
    writes: byOutputFlags,
  },
  'age rage': { risks: { secrets: hasAny('-d', '--decrypt') } },
  sops: { risks: { secrets: anyOf(hasAny('-d', '--decrypt'), firstIs(/^(decrypt|exec-env|exec-file|edit)$/)) } },
  'ansible-vault': { risks: { secrets: firstIs(/^(view|decrypt|edit)$/) } },
  security: {
    risks: {
      secrets: firstIs(/^(find-(generic|internet)-password|dump-keychain|export)$/),
      deletes: firstIs(/^delete-/),
      permissions: firstIs(/^(add-trusted-cert|remove-trusted-cert|authorizationdb|set-key-partition-list)$/),
    },
  },
  'secret-tool': { risks: { secrets: firstIs(/^(lookup|search)$/), deletes: firstIs(/^clear$/) } },
  // `pass name` alone shows a password.
  'pass gopass': { risks: { secrets: true, deletes: firstIs(/^(rm|remove|delete)$/) } },
  op: { risks: { secrets: firstIs(/^(read|item|document|inject|run)$/), network: true } },
  bw: { risks: { secrets: firstIs(/^(get|list|export)$/), network: true } },
  lpass: { risks: { secrets: firstIs(/^(show|export)$/), network: true, deletes: firstIs(/^rm$/) } },
  'keepassxc-cli': { risks: { secrets: firstIs(/^(show|export|clip)$/), deletes: firstIs(/^(rm|rmdir)$/) } },
  'kwallet-query kwalletcli': { risks: { secrets: true } },
  keyring: { risks: { secrets: firstIs(/^get$/), deletes: firstIs(/^del$/) } },
  vault: {
    risks: {
      network: true,
      secrets: startsWith(/^(read|kv get|kv list|token|print token|login|unwrap)\b/),
      deletes: startsWith(/^(delete|kv (delete|destroy|metadata delete)|secrets disable|auth disable)\b/),
    },
  },
  'infisical chamber aws-vault envchain teller': { risks: { secrets: true } },
  doppler: { risks: { secrets: firstIs(/^secrets$/), network: true }, runs: { after: /^run$/, valued: '-p -c --project --config' } },
  'printenv pbpaste wl-paste': { risks: { secrets: true } },
  'xclip xsel': { risks: { secrets: hasAny('-o', '-out', '--output') } },
  'screencapture scrot grim maim gnome-screenshot spectacle flameshot xwd': { risks: { secrets: true }, writes: operandAt(0) },
  getent: { risks: { secrets: firstIs(/^g?shadow$/), network: firstIs(/^(hosts|ahosts|ahostsv4|ahostsv6)$/) } },

  'ssh-keygen': {
    risks: { deletes: hasAny('-R') },
    // With these flags it shows a key and writes none. Without a file it writes to the person's home.
    writes: (use) => {
      if (hasFlag(use.args, '-l', '-y', '-B', '-F')) return [];
      const files = valuesAfter('-f')(use);
      return files.length > 0 ? files : [inHome('.ssh')];
    },
  },
  'ssh-add': { risks: { deletes: hasAny('-d', '-D'), permissions: ({ args }) => !hasFlag(args, '-l', '-L', '-d', '-D') } },
  openssl: {
    risks: { network: firstIs(/^(s_client|s_server|s_time|ocsp)$/) },
    writes: valuesAfter('-out', '-keyout', '-CAcreateserial', '-writerand'),
  },
  keytool: {
    risks: { deletes: hasAny('-delete'), network: hasAny('-sslserver') },
    writes: (use) => (hasFlag(use.args, '-list') ? [] : valuesAfter('-keystore', '-destkeystore', '-file')(use)),
  },
  mkcert: { risks: { permissions: hasAny('-install', '-uninstall') }, writes: valuesAfter('-cert-file', '-key-file', '-p12-file') },
  'update-ca-certificates update-ca-trust trust certutil': { risks: { permissions: true } },
  certbot: { risks: { network: true, deletes: anyOperandIs(/^(delete|revoke)$/) } },
};
