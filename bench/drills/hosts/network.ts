import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, projectRoot, type RunningProcess, startProcess, waitUntilReady } from '@powerset/testkit';

/** Machines of one network, each with a namespace of its own, on one switch; this process is at the switch as well. */
export interface HostNetwork {
  readonly machine: (name: string) => Machine;
  /** Packets from one to the other vanish, in this direction alone; nobody is told. */
  readonly block: (from: string, to: string) => void;
  /** All packets from and to it vanish. */
  readonly vanish: (name: string) => void;
  /** Its cable is pulled: after a while the others hear that there is no way to it. */
  readonly unplug: (name: string) => void;
  /** Of the packets that it sends and is sent so many of a hundred vanish. */
  readonly lose: (name: string, percent: number) => void;
  /** What was blocked, lost and unplugged is whole again. */
  readonly mend: () => void;
  /** From here on every packet takes so long one way, as from another city. */
  readonly slow: (name: string, ms: number) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Why this machine can have no such network; null where it can. */
export function whyNoNetwork(): string | null {
  if (process.platform !== 'linux') return 'network namespaces are Linux’s';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const missing = ['ip', 'nft', 'nsenter', 'nginx'].filter((name) => !isInstalled(name));
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`;
  const trial = `pwsd-try-${process.pid}`;
  try {
    run('ip', 'netns', 'add', trial);
    run('ip', 'netns', 'exec', trial, 'nft', 'add table bridge drill');
    return null;
  } catch {
    return 'this machine gives no namespaces with nftables';
  } finally {
    tryRun('ip', 'netns', 'del', trial);
  }
}

function isInstalled(name: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${name}`));
}

/** Of two such networks at once each has its own addresses. */
const net = `10.213.${(process.pid % 250) + 1}`;
const chain = 'bridge drill wires';

export function makeNetwork(names: readonly string[]): HostNetwork {
  const prefix = `pwsd-${process.pid}-`;
  const near = `pwsd${process.pid % 1_000_000}`;
  const spaces = ['switch', ...names].map((name) => prefix + name);
  const onSwitch = (...command: readonly string[]) => run('ip', 'netns', 'exec', `${prefix}switch`, ...command);
  const block = (rule: string) => void onSwitch('nft', `add rule ${chain} ${rule} drop`);
  const wires: RunningProcess[] = [];
  const unplugged = new Set<string>();
  const remove = async () => {
    await Promise.all(wires.map((wire) => wire.stop('SIGKILL')));
    tryRun('ip', 'link', 'del', near);
    for (const space of spaces) tryRun('ip', 'netns', 'del', space);
  };
  const machineOf = (name: string): Machine => ({
    address: `${net}.${names.indexOf(name) + 11}`,
    namespace: `/run/netns/${prefix}${name}`,
  });
  try {
    for (const space of spaces) run('ip', 'netns', 'add', space);
    layWires({ names, prefix, near, onSwitch });
  } catch (error) {
    void remove();
    throw error;
  }
  return {
    machine: machineOf,
    block: (from, to) => block(`iifname to-${from} oifname to-${to} ether type ip`),
    vanish: (name) => {
      block(`iifname to-${name} ether type ip`);
      block(`oifname to-${name} ether type ip`);
    },
    unplug: (name) => {
      unplugged.add(name);
      onSwitch('ip', 'link', 'set', `to-${name}`, 'down');
    },
    lose: (name, percent) => {
      for (const end of ['iifname', 'oifname'])
        block(`${end} to-${name} ether type ip numgen random mod 100 < ${percent}`);
    },
    mend: () => {
      onSwitch('nft', `flush chain ${chain}`);
      for (const name of unplugged) onSwitch('ip', 'link', 'set', `to-${name}`, 'up');
      unplugged.clear();
    },
    slow: async (name, ms) => {
      wires.push(await stretchWire({ prefix, name, address: machineOf(name).address, ms }));
    },
    remove,
  };
}

interface Laying {
  readonly names: readonly string[];
  readonly prefix: string;
  readonly near: string;
  readonly onSwitch: (...command: readonly string[]) => string;
}

function layWires({ names, prefix, near, onSwitch }: Laying): void {
  onSwitch('ip', 'link', 'add', 'bridge', 'type', 'bridge');
  onSwitch('ip', 'link', 'set', 'bridge', 'up');
  run('ip', 'link', 'add', near, 'type', 'veth', 'peer', 'name', 'to-here', 'netns', `${prefix}switch`);
  run('ip', 'addr', 'add', `${net}.1/24`, 'dev', near);
  run('ip', 'link', 'set', near, 'up');
  for (const [at, name] of names.entries()) {
    const space = prefix + name;
    onSwitch('ip', 'link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    const inside = (...command: readonly string[]) => run('ip', '-n', space, ...command);
    inside('addr', 'add', `${net}.${at + 11}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) inside('link', 'set', device, 'up');
  }
  for (const name of ['here', ...names]) {
    onSwitch('ip', 'link', 'set', `to-${name}`, 'master', 'bridge');
    onSwitch('ip', 'link', 'set', `to-${name}`, 'up');
  }
  onSwitch('nft', 'add table bridge drill');
  onSwitch('nft', `add chain ${chain} { type filter hook forward priority 0; }`);
}

interface Stretch {
  readonly prefix: string;
  readonly name: string;
  readonly address: string;
  readonly ms: number;
}

/** A kernel without its own means to delay packets is the rule in small machines, so a program hands them on later. */
async function stretchWire({ prefix, name, address, ms }: Stretch): Promise<RunningProcess> {
  const [space, hub] = [prefix + name, `${prefix}switch`];
  const [mac = ''] = /(?<=link\/ether )\S+/.exec(run('ip', '-n', space, 'link', 'show', 'eth0')) ?? [];
  run('ip', '-n', space, 'link', 'del', 'eth0');
  const script = join(projectRoot, 'bench/drills/hosts/slow-wire.py');
  const wire = startProcess({ command: 'python3', args: [script, space, hub, `to-${name}`, String(ms)] });
  await waitUntilReady(wire, async () => wire.logs().includes('ready'), { name: 'The slow wire', timeoutMs: 10_000 });
  const inside = (...command: readonly string[]) => run('ip', '-n', space, ...command);
  inside('link', 'set', 'eth0', 'address', mac);
  inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
  inside('link', 'set', 'eth0', 'up');
  run('ip', '-n', hub, 'link', 'set', `to-${name}`, 'master', 'bridge');
  run('ip', '-n', hub, 'link', 'set', `to-${name}`, 'up');
  return wire;
}

function run(command: string, ...args: readonly string[]): string {
  return execFileSync(command, [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function tryRun(command: string, ...args: readonly string[]): void {
  try {
    run(command, ...args);
  } catch {
    // What was not there need not be taken away.
  }
}
