import type { Engine, PoolFigures } from './engine.ts';

/** Whether one database's engine answers. */
export interface EngineState {
  readonly databaseId: number;
  readonly backend: string;
  /** It belongs to this server, which cannot do its work without it. */
  readonly isEmbedded: boolean;
  readonly isAnswering: boolean;
  /** How often its process was started in another's place. */
  readonly replacements: number;
  /** Of its connections, where it keeps a pool of them. */
  readonly pool: PoolFigures | null;
}

export interface ProbedEngine extends Omit<EngineState, 'isAnswering' | 'replacements' | 'pool'> {
  readonly open: () => Promise<Engine & { readonly replacements?: () => number }>;
}

export interface ProbeOptions {
  readonly list: () => Promise<readonly ProbedEngine[]>;
  readonly nowMs: () => number;
}

/** An engine that needs longer for nothing does not answer. */
export const probeTimeoutMs = 3000;
/** However often somebody asks, engines are asked no more often than this. */
export const probeAgeMs = 5000;

/** Asks engines for an answer: one round at a time, whose outcome is told to everybody who asks soon after. */
export function createProbe({ list, nowMs }: ProbeOptions): () => Promise<readonly EngineState[]> {
  let round: Promise<readonly EngineState[]> | null = null;
  let beganMs = 0;
  return () => {
    if (round && nowMs() - beganMs < probeAgeMs) return round;
    beganMs = nowMs();
    const asked = list().then((engines) => Promise.all(engines.map(probeOne)));
    round = asked;
    asked.catch(() => {
      if (round === asked) round = null;
    });
    return asked;
  };
}

async function probeOne({ open, ...known }: ProbedEngine): Promise<EngineState> {
  let engine: Awaited<ReturnType<ProbedEngine['open']>> | undefined;
  const ping = async () => {
    engine = await open();
    await engine.ping();
  };
  const isAnswering = await withinLimit(ping());
  const replacements = isAnswering ? (engine?.replacements?.() ?? 0) : 0;
  // One that does not answer may be out of connections: just then they are looked for.
  return { ...known, isAnswering, replacements, pool: engine?.poolFigures?.() ?? null };
}

function withinLimit(answer: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), probeTimeoutMs);
    answer
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer));
  });
}
