import { type Engine, EngineError, type PoolFigures } from './engine.ts';

/** Whether one database's engine answers. */
export interface EngineState {
  readonly databaseId: number;
  readonly backend: string;
  /** It belongs to this server, which cannot do its work without it. */
  readonly isEmbedded: boolean;
  readonly isAnswering: boolean;
  /** Why it does not answer. */
  readonly problem: string | null;
  /** How often its process was started in another's place. */
  readonly replacements: number;
  /** Of its connections, where it keeps a pool of them. */
  readonly pool: PoolFigures | null;
}

export interface ProbedEngine extends Omit<EngineState, 'isAnswering' | 'problem' | 'replacements' | 'pool'> {
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
  let round: Promise<readonly Probed[]> | null = null;
  let beganMs = 0;
  return async () => {
    if (!round || nowMs() - beganMs >= probeAgeMs) {
      beganMs = nowMs();
      const asked = list().then((engines) => Promise.all(engines.map(probeOne)));
      round = asked;
      asked.catch(() => {
        if (round === asked) round = null;
      });
    }
    // These ask no server anything, and are another a moment later.
    return (await round).map(({ state, readPool }) => ({ ...state, pool: readPool() }));
  };
}

interface Probed {
  readonly state: Omit<EngineState, 'pool'>;
  /** One that does not answer may be out of connections: just then they are looked for. */
  readonly readPool: () => PoolFigures | null;
}

async function probeOne({ open, ...known }: ProbedEngine): Promise<Probed> {
  let engine: Awaited<ReturnType<ProbedEngine['open']>> | undefined;
  const ping = async () => {
    engine = await open();
    await engine.ping();
  };
  const problem = await findProblem(ping(), probeTimeoutMs);
  const isAnswering = problem === null;
  const replacements = isAnswering ? (engine?.replacements?.() ?? 0) : 0;
  return {
    state: { ...known, isAnswering, problem, replacements },
    readPool: () => engine?.poolFigures?.() ?? null,
  };
}

const noAnswer = 'The database does not answer.';

/** What keeps a database from answering in time; null where it does. */
export function findProblem(answer: Promise<unknown>, limitMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(noAnswer), limitMs);
    answer
      .then(
        () => resolve(null),
        (error: unknown) => resolve(toProblem(error)),
      )
      .finally(() => clearTimeout(timer));
  });
}

/** In the engine's words where they are meant for people. */
export function toProblem(error: unknown): string {
  return error instanceof EngineError ? error.message : noAnswer;
}
