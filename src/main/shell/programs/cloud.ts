import { anyOf, anyOperandIs, anyWordIs, hasAny, startsWith } from './conditions';
import type { ProgramRecords } from './record';
import { byOutputFlags } from './written';

const deletes = anyOperandIs(/^(delete|destroy|uninstall|unpublish|rm|rb|purge)$/);

/** Programs that manage remote machines and services. */
export const cloudPrograms: ProgramRecords = {
  'kubectl oc': {
    risks: {
      network: true,
      deletes: anyOf(deletes, anyOperandIs(/^(drain|prune)$/)),
      secrets: anyOperandIs(/^(secrets?(\/.*)?|token)$/),
    },
    startsNothingElse: true,
    // For these, `-i` and `-w` don't mean editing files.
    writes: byOutputFlags,
  },
  aws: {
    risks: {
      network: true,
      deletes: anyOf(deletes, anyWordIs(/^(delete|terminate|deregister|remove|purge)-|^--delete$/)),
      secrets: anyWordIs(/^(get-secret-value|--with-decryption|get-session-token|export-credentials|get-login-password|assume-role.*)$/),
    },
    startsNothingElse: true,
  },
  gcloud: {
    risks: { network: true, deletes, secrets: anyWordIs(/^(print-(access|identity)-token|access|application-default)$/) },
    startsNothingElse: true,
  },
  az: { risks: { network: true, deletes, secrets: anyWordIs(/^(get-access-token|secret|keys|credential)$/) } },
  gh: {
    risks: {
      network: true,
      deletes: anyOf(deletes, anyWordIs(/^-?-?(method=|X)?delete$/i)),
      secrets: startsWith(/^(auth token|auth status|secret)\b/),
    },
  },
  glab: { risks: { network: true, deletes, secrets: startsWith(/^(auth status|variable)\b/) } },
  'helm helmfile': { risks: { network: true, deletes } },
  'terraform tofu terragrunt pulumi cdk cdktf': {
    risks: { network: true, deletes: anyOf(deletes, anyWordIs(/^-?-destroy$/), startsWith(/^(state rm|workspace delete)\b/)) },
  },
  'gsutil s3cmd s5cmd': { risks: { network: true, deletes: anyOperandIs(/^(rm|rb|del|mv)$/) }, startsNothingElse: true },
  rclone: {
    risks: {
      network: true,
      deletes: anyOf(anyOperandIs(/^(delete|deletefile|purge|sync|move|moveto|rmdir|rmdirs|cleanup|dedupe)$/)),
      secrets: startsWith(/^config (show|dump|file|redacted)\b/),
    },
    startsNothingElse: true,
  },
  ipfs: {
    risks: { network: anyOperandIs(/^(add|get|cat|swarm|name|pin|daemon)$/), deletes: startsWith(/^(pin rm|repo gc)\b/) },
    startsNothingElse: true,
  },
  heroku: {
    risks: {
      network: true,
      deletes: anyWordIs(/(^|:)(destroy|reset|delete|remove|unset)$/),
      secrets: anyWordIs(/^(config(:get)?|auth:token)$/),
    },
  },
  'vercel netlify flyctl fly wrangler firebase supabase railway': {
    risks: {
      network: true,
      deletes: anyOf(deletes, anyOperandIs(/^(remove|reset)$/), anyWordIs(/:(delete|remove|unset)$/)),
      secrets: startsWith(/^(env (ls|pull|list|get)|secrets?)\b/),
    },
  },
  'hub ngrok doctl cloudflared ansible ansible-playbook serverless sls sam eas stripe sentry-cli': { risks: { network: true, deletes } },
  'oci ibmcloud linode-cli hcloud scw vultr-cli openstack civo eb copilot amplify cf argocd flux istioctl linkerd k9s stern': {
    risks: { network: true, deletes },
  },
  'consul nomad boundary packer vagrant snyk sonar-scanner codecov datadog-ci circleci travis jf jfrog render surge deployctl expo': {
    risks: { network: true, deletes },
  },
  'databricks turso pscale neonctl mongocli algolia shopify twilio huggingface-cli hf wandb kaggle modal replicate azcopy b2': {
    risks: { network: true, deletes },
  },
  ollama: { risks: { network: anyOperandIs(/^(pull|push|run|signin)$/), deletes: anyOperandIs(/^rm$/) } },
  // For this one, `-i` and `-w` don't mean editing files.
  adb: {
    writes: byOutputFlags,
    risks: { deletes: anyOperandIs(/^(uninstall|clear|wipe\w*)$/), process: anyOperandIs(/^(kill-server|reboot|force-stop)$/) },
  },
  fastboot: { risks: { deletes: anyOperandIs(/^(erase|flash|flashall|format|wipe)$/) } },
  'kind k3d minikube colima': { risks: { network: anyOperandIs(/^(create|start)$/), deletes, process: anyOperandIs(/^stop$/) } },
  'semantic-release release-it np': { risks: { network: true } },
  'lerna changeset vsce ovsx': { risks: { network: anyOf(anyOperandIs(/^(publish|login|unpublish)$/), hasAny('--publish')) } },
};
