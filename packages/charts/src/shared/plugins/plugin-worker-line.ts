import { isRecord, msg } from '@powerset/chart-kit';
import { type DataBounds, parsePlain } from './plain-data.ts';
import { type Say, toError } from './plugin-fault.ts';
import type { NumberedQuestion, PluginQuestion } from './plugin-questions.ts';

/** The way to a worker that runs a plugin's definition. */
export interface PluginLine {
  readonly send: (question: NumberedQuestion) => void;
  /** Ends the worker, whatever it is doing. */
  readonly end: () => void;
}

/** Who listens to a line. */
export interface LineEvents {
  /** The frame around it is there. */
  readonly onFrame: () => void;
  readonly onMessage: (message: unknown) => void;
  /** Its code cannot be had. */
  readonly onFailure: (error: Error) => void;
  /** Its frame was taken away, through no fault of its own. */
  readonly onMoved: () => void;
}

/** What is taken of an answer: characters, and for its head what they may say. */
interface Bounds extends DataBounds {
  readonly deadlineMs: number;
  readonly length: number;
}

const small = { depth: 24, values: 100_000 };

/** So long each kind of answer may take and be; a drawing holds rows. */
const bounds: Readonly<Record<PluginQuestion['kind'], Bounds>> = {
  describe: { ...small, deadlineMs: 3000, length: 1_000_000 },
  look: { ...small, deadlineMs: 3000, length: 2_000_000 },
  queries: { ...small, deadlineMs: 3000, length: 500_000 },
  draw: { ...small, deadlineMs: 8000, length: 16_000_000 },
};

const startNumber = 0;
/** Its own words follow. */
const saying = msg('The plugin {{name}} says: {{message}}');
const longestError = 1000;

export interface PluginAnswerText {
  readonly says: unknown;
  readonly body: string;
}

/** A question, and who waits for its answer. */
export interface PluginAsk {
  readonly question: PluginQuestion;
  readonly resolve: (answer: PluginAnswerText) => void;
  readonly reject: (error: Error) => void;
}

/** Why a worker is gone, with the question that it was asked where that is to be asked again. */
export type WorkerEnd =
  | { readonly kind: 'failed' | 'flooded' }
  /** It did not come up. */
  | { readonly kind: 'unstarted'; readonly error: Error }
  /** Not even its frame came up. */
  | { readonly kind: 'stuck' }
  | { readonly kind: 'moved'; readonly ask: PluginAsk | null };

export interface WorkerOptions {
  /** Of the plugin, for whoever reads what went wrong. */
  readonly name: string;
  readonly say: Say;
  readonly open: (events: LineEvents) => PluginLine;
  /** So long code may take to come up. */
  readonly startMs: number;
  /** It can be asked. */
  readonly onFree: () => void;
  readonly onEnd: (end: WorkerEnd) => void;
}

export interface PluginWorker {
  readonly isUp: () => boolean;
  readonly isFree: () => boolean;
  readonly give: (ask: PluginAsk) => void;
  readonly end: (error: Error) => void;
}

/** A worker that is asked one question after the other. One that takes too long, answers nonsense or floods is ended. */
export function startWorker(options: WorkerOptions): PluginWorker {
  const { name, say, onFree, onEnd } = options;
  const fault = (text: string, values = {}) => new Error(say(text, { name, ...values }));
  const nonsense = () => fault(msg('The plugin {{name}} gave an answer that cannot be read.'));
  const state = { hasFrame: false, isUp: false, isEnded: false, number: startNumber };
  let ask: PluginAsk | null = null;
  let line: PluginLine | null = null;
  const close = (end: WorkerEnd, error?: Error) => {
    state.isEnded = true;
    clearTimeout(timer);
    line?.end();
    if (error) ask?.reject(error);
    ask = null;
    onEnd(end);
  };
  const failStart = (error: Error) => close({ kind: 'unstarted', error });
  const giveUp = () => {
    if (state.hasFrame) failStart(fault(msg('The plugin {{name}} did not come up.')));
    else close({ kind: 'stuck' });
  };
  let timer = setTimeout(giveUp, options.startMs);
  const take = (message: unknown) => {
    const asked = ask;
    if (state.isUp && !asked) {
      close({ kind: 'flooded' });
      return;
    }
    const read = readAnswer(message, { number: state.number, bounds: bounds[asked?.question.kind ?? 'describe'] });
    const said = read && 'error' in read ? fault(saying, { message: read.error }) : null;
    if (!state.isUp && (read === null || said)) failStart(said ?? nonsense());
    else if (read === null) close({ kind: 'failed' }, nonsense());
    else {
      clearTimeout(timer);
      state.isUp = true;
      ask = null;
      if ('error' in read) asked?.reject(said ?? nonsense());
      else asked?.resolve(read);
      onFree();
    }
  };
  line = options.open({
    onFrame: () => {
      state.hasFrame = true;
    },
    onMessage: (message) => state.isEnded || take(message),
    onFailure: (error) => state.isEnded || failStart(error),
    onMoved: () => state.isEnded || close({ kind: 'moved', ask }),
  });
  return {
    isUp: () => state.isUp,
    isFree: () => state.isUp && ask === null,
    give: (next) => {
      const { deadlineMs } = bounds[next.question.kind];
      const late = () =>
        fault(msg('The plugin {{name}} took longer than {{seconds}} seconds.'), { seconds: deadlineMs / 1000 });
      ask = next;
      state.number += 1;
      timer = setTimeout(() => close({ kind: 'failed' }, late()), deadlineMs);
      try {
        line?.send({ number: state.number, question: next.question });
      } catch (error) {
        close({ kind: 'failed' }, toError(error));
      }
    },
    end: (error) => close({ kind: 'failed' }, error),
  };
}

/** An answer is one text of bounded length: a line of JSON, and its body. Null where it is none, or to another question. */
function readAnswer(
  message: unknown,
  expected: { readonly number: number; readonly bounds: Bounds },
): PluginAnswerText | { readonly error: string } | null {
  if (typeof message !== 'string' || message.length > expected.bounds.length) return null;
  const at = message.indexOf('\n');
  if (at < 0) return null;
  try {
    const head = parsePlain(message.slice(0, at), expected.bounds);
    if (!isRecord(head) || head.number !== expected.number) return null;
    if (head.error !== undefined) return { error: String(head.error).slice(0, longestError) };
    return { says: head.says ?? null, body: message.slice(at + 1) };
  } catch {
    return null;
  }
}
