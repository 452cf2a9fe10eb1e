import { hasFlag, operandsOf } from '../arguments';
import { anyOperandIs, firstIs, subcommandIs } from './conditions';
import { version } from './reads';
import type { Invocation, ProgramRecord, ProgramRecords } from './record';

/** Stops something: `docker stop`, `docker container stop`, `docker compose down`. */
function stopsContainers({ args }: Invocation): boolean {
  const [first, second] = operandsOf(args).map(({ literal }) => literal);
  return /^(stop|kill|restart|down)$/.test((first === 'container' || first === 'compose' ? second : first) ?? '');
}

/** Deletes something: `docker rm`, `docker volume prune`, `docker compose down -v`, `podman system reset`. */
const throwsContainersAway = (use: Invocation): boolean =>
  anyOperandIs(/^(rm|rmi|prune|reset)$/)(use) || (anyOperandIs(/^down$/)(use) && hasFlag(use.args, '-v', '--volumes', '--rmi'));

const container = (network: RegExp): ProgramRecord => ({
  risks: { deletes: throwsContainersAway, process: stopsContainers, network: subcommandIs(network) },
  writes: ({ args }) => {
    const operands = operandsOf(args);
    return operands[0]?.raw === 'cp' && operands.length > 1 ? operands.slice(-1).filter(({ raw }) => !raw.includes(':')) : [];
  },
  runs: { after: /^exec$/, valued: '-e -u -w --env --env-file --user --workdir --detach-keys', operands: 1 },
  startsNothingElse: true,
});

/** Programs that run containers and virtual machines. */
export const containerPrograms: ProgramRecords = {
  docker: { ...container(/^(pull|push|login|run|build|buildx|compose|search)$/), reads: version, otherUses: true },
  'podman nerdctl': container(/^(pull|push|login|run|build|search)$/),
  'docker-compose podman-compose': {
    risks: { network: true, deletes: throwsContainersAway, process: anyOperandIs(/^(stop|kill|restart|down)$/) },
    runs: { after: /^exec$/, valued: '-e -u -w --env --user --workdir --index', operands: 1 },
  },
  'skopeo crane oras': { risks: { network: true, deletes: anyOperandIs(/^delete$/) } },
  buildah: { risks: { network: subcommandIs(/^(pull|push|login|from|bud|build)$/), deletes: anyOperandIs(/^(rm|rmi|prune)$/) } },
  'crictl ctr lxc incus': {
    risks: { deletes: anyOperandIs(/^(rm|rmi|rmp|delete|remove|prune)$/), process: anyOperandIs(/^(stop|kill|restart)$/) },
  },
  'virsh vboxmanage': {
    risks: {
      deletes: anyOperandIs(/^(undefine|vol-delete|pool-delete|unregistervm|closemedium|snapshot-delete)$/),
      process: anyOperandIs(/^(destroy|shutdown|reboot|reset|poweroff|suspend)$/),
    },
  },
  multipass: { risks: { deletes: firstIs(/^(delete|purge)$/), network: firstIs(/^(launch|find)$/), process: firstIs(/^(stop|restart)$/) } },
  'toolbox distrobox': { runs: { after: /^(run|--)$/, valued: '-c --container -n --name' }, risks: { deletes: firstIs(/^rm(i)?$/) } },
};
