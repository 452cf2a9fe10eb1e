import { operandsOf } from '../arguments';
import { anyOperandIs, subcommandIs } from './conditions';
import type { Invocation, ProgramRecord, ProgramRecords } from './record';
import { byOutputFlags } from './written';

/** `docker stop`, `docker container stop`, `docker compose down` */
function stopsContainers({ args }: Invocation): boolean {
  const [first, second] = operandsOf(args).map(({ literal }) => literal);
  return /^(stop|kill|restart|down)$/.test((first === 'container' || first === 'compose' ? second : first) ?? '');
}

const container = (network: RegExp): ProgramRecord => ({
  risks: { deletes: anyOperandIs(/^(rm|rmi|prune)$/), process: stopsContainers, network: subcommandIs(network) },
  writes: ({ args }) => {
    const operands = operandsOf(args);
    return operands[0]?.raw === 'cp' && operands.length > 1 ? operands.slice(-1).filter(({ raw }) => !raw.includes(':')) : [];
  },
  runs: { after: /^exec$/, valued: '-e -u -w --env --env-file --user --workdir --detach-keys', operands: 1 },
  startsNothingElse: true,
});

const deletes = anyOperandIs(/^(delete|destroy|uninstall|unpublish|rm|rb)$/);

/** Programs that run containers or work on machines elsewhere. */
export const containerAndCloudPrograms: ProgramRecords = {
  docker: container(/^(pull|push|login|run|build|buildx|compose|search)$/),
  podman: container(/^(pull|push|login|run|build|search)$/),
  'docker-compose skopeo': { risks: { network: true } },
  kubectl: { risks: { network: true, deletes }, startsNothingElse: true, writes: byOutputFlags },
  'aws gcloud': { risks: { network: true, deletes }, startsNothingElse: true },
  'helm gh az terraform tofu': { risks: { network: true, deletes } },
  'gsutil rclone': { risks: { network: true }, startsNothingElse: true },
  ipfs: { startsNothingElse: true },
  'glab hub heroku vercel netlify flyctl fly wrangler firebase ngrok s3cmd doctl cloudflared': { risks: { network: true } },
  'ansible ansible-playbook pulumi cdk serverless sls sam railway supabase eas stripe sentry-cli': { risks: { network: true } },
  // Their `-i` and `-w` do not edit files.
  'oc adb': { writes: byOutputFlags },
};
