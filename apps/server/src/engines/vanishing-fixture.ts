import { Socket } from 'node:net';
import { Lookout } from './lookout.ts';

/** A network of a test in which new connections can become impossible, as those to a machine are that is gone. */
export interface Vanishing {
  readonly lookout: Lookout;
  /** What was said of machines that went. */
  readonly told: readonly string[];
  readonly connections: () => number;
  readonly vanish: () => void;
  readonly mend: () => void;
}

/** Connects to nothing, as to a machine that drops what it is sent. */
class LostSocket extends Socket {
  override connect(): this {
    return this;
  }
}

/** Its lookout is a hundred times as quick as in a server. */
export function openVanishing(): Vanishing {
  const told: string[] = [];
  let connections = 0;
  let isGone = false;
  const lookout = new Lookout({
    silentMs: 100,
    tryMs: 50,
    log: (line) => told.push(line),
    openSocket: () => {
      connections += 1;
      return isGone ? new LostSocket() : new Socket();
    },
  });
  return {
    ...{ lookout, told },
    connections: () => connections,
    vanish: () => {
      isGone = true;
    },
    mend: () => {
      isGone = false;
    },
  };
}
