import { type OffsetPlan, QueryError, type QueryPlan, type TemplateParameter } from '@powerset/query';
import type { Asker, KeyReading, ReadLongScript, ReadPrivateKey, ScriptReading, ScriptText } from '../engines/index.ts';
import type { ArchiveDocument, ArchiveTask, PackTask } from './archive-task.ts';
import type { FormatTask } from './format-task.ts';
import type { NewPasskeyAnswer, NewPasskeyTask, ShownPasskeyAnswer, ShownPasskeyTask } from './passkey-task.ts';
import type { SamlMessageTask, SamlSignTask } from './saml-message-task.ts';
import type { SamlAnswer, SamlTask } from './saml-task.ts';
import type { PreparedScript, ScriptTask } from './script-task.ts';
import type { PlanRequest, RenderRequest } from './template-tasks.ts';
import { createThreads, ThreadLimitError, type Threads, type ThreadsOptions } from './threads.ts';

/** Whose text it is: people take turns, so that nobody's many long ones delay the others'. */
interface Fair {
  readonly fairnessKey: string;
}

/** What is computed on texts that callers send, in threads that are ended when a text takes too much. */
export interface TextWork {
  /** Throws `TaskError` where the text cannot be formatted. */
  format(request: Omit<FormatTask, 'kind'> & Fair, signal: AbortSignal): Promise<string>;
  /** Renders a template. Throws `QueryError` where it is at fault, or takes too much. */
  render(request: RenderRequest & Fair): Promise<string>;
  /** The parameters that a template leaves open. Throws `QueryError` where it is malformed, or takes too much. */
  findParameters(request: { readonly sql: string } & Fair): Promise<readonly TemplateParameter[]>;
  /** Plans a query that holds templates, as `planQuery` does. */
  plan(request: PlanRequest & Fair, signal: AbortSignal): Promise<QueryPlan>;
  /** Plans its comparisons, as `planTimeOffsets` does. */
  planOffsets(
    request: PlanRequest & Fair & { readonly main: QueryPlan },
    signal: AbortSignal,
  ): Promise<readonly PlannedOffset[]>;
  /** Prepares a long script for its run. */
  prepareScript(request: Omit<ScriptTask, 'kind'> & Fair): Promise<PreparedScript>;
  /** Reads a long script in a grammar of ours. */
  readonly readLongScript: ReadLongScript;
  /** Opens a private key, whose own text says how much work that is. */
  readonly readPrivateKey: ReadPrivateKey;
  /** Writes documents as YAML into an archive. */
  packArchive(request: Omit<PackTask, 'kind'>): Promise<Uint8Array>;
  /** Unpacks an archive and reads its YAML documents. Throws `TaskError` where the archive is refused. */
  readArchive(request: Omit<ArchiveTask, 'kind'>, signal?: AbortSignal): Promise<readonly ArchiveDocument[]>;
  /** Reads a passkey that an authenticator made. */
  readNewPasskey(request: Omit<NewPasskeyTask, 'kind'> & Fair): Promise<NewPasskeyAnswer>;
  /** Checks what an authenticator signed with a passkey. */
  readShownPasskey(request: Omit<ShownPasskeyTask, 'kind'> & Fair): Promise<ShownPasskeyAnswer>;
  /** Reads what a SAML provider's page sent. Throws `TaskError` where it is not sound. */
  readSamlAnswer(request: Omit<SamlTask, 'kind'>, signal: AbortSignal): Promise<SamlAnswer>;
  /** Reads a message by which a SAML provider signs people out. Throws `TaskError` where it is not of the provider. */
  readSamlMessage(request: Omit<SamlMessageTask, 'kind'>, signal: AbortSignal): Promise<string>;
  /** Signs a message of ours. */
  signSamlMessage(request: Omit<SamlSignTask, 'kind'>, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

type PlannedOffset = Omit<OffsetPlan, 'input'>;

const formatDeadlineMs = 5000;
const templateDeadlineMs = 2000;
// Together they leave a thread to texts.
const archiveLimits = { deadlineMs: 20_000, fairnessKey: 'archives' };
// Strangers send them: together they leave a thread to everybody else.
const samlLimits = { deadlineMs: 2000, fairnessKey: 'SAML answers' };
const scriptDeadlineMs = 20_000;
const readingDeadlineMs = 10_000;
const passkeyDeadlineMs = 5000;
// An ordinary passphrase takes a third of a second, and twenty times that on a machine with sixteen others at work.
const keyLimits = { deadlineMs: 20_000, fairnessKey: 'keys' };

export function createTextWork(options: ThreadsOptions): TextWork {
  const threads = createThreads(options);
  return {
    format: ({ fairnessKey, ...request }, signal) =>
      threads.run({ ...request, kind: 'format' }, { deadlineMs: formatDeadlineMs, signal, fairnessKey }),
    render: (request) => runTemplate(threads, { ...request, kind: 'render' }),
    findParameters: (request) => runTemplate(threads, { ...request, kind: 'parameters' }),
    plan: (request, signal) => runTemplate(threads, { ...request, kind: 'plan' }, signal),
    planOffsets: (request, signal) => runTemplate(threads, { ...request, kind: 'offsets' }, signal),
    readArchive: (request, signal) => threads.run({ ...request, kind: 'archive' }, { ...archiveLimits, signal }),
    prepareScript: ({ fairnessKey, ...request }) =>
      threads.run({ ...request, kind: 'script' }, { deadlineMs: scriptDeadlineMs, fairnessKey }),
    readLongScript: (script, asker) => readLongScript(threads, script, asker),
    readPrivateKey: (key) => threads.run<KeyReading>({ ...key, kind: 'read-key' }, keyLimits).catch(toNothing),
    packArchive: (request) => threads.run({ ...request, kind: 'pack' }, archiveLimits),
    readNewPasskey: ({ fairnessKey, ...request }) =>
      threads.run({ ...request, kind: 'new-passkey' }, { deadlineMs: passkeyDeadlineMs, fairnessKey }),
    readShownPasskey: ({ fairnessKey, ...request }) =>
      threads.run({ ...request, kind: 'shown-passkey' }, { deadlineMs: passkeyDeadlineMs, fairnessKey }),
    readSamlAnswer: (request, signal) => threads.run({ ...request, kind: 'saml' }, { ...samlLimits, signal }),
    readSamlMessage: (request, signal) => threads.run({ ...request, kind: 'saml-message' }, { ...samlLimits, signal }),
    signSamlMessage: (request, signal) => threads.run({ ...request, kind: 'saml-sign' }, { ...samlLimits, signal }),
    close: threads.close,
  };
}

/** Where nobody is named they share one turn, so that whoever else comes finds a thread. */
function readLongScript(
  threads: Threads,
  script: ScriptText,
  { fairnessKey = 'scripts', signal }: Asker,
): Promise<ScriptReading | null> {
  const limits = { deadlineMs: readingDeadlineMs, fairnessKey, signal };
  return threads.run<ScriptReading>({ ...script, kind: 'read-script' }, limits).catch(toNothing);
}

/** What took too much came to nothing. */
function toNothing(error: unknown): null {
  if (error instanceof ThreadLimitError) return null;
  throw error;
}

interface TemplateTask {
  readonly kind: string;
  readonly fairnessKey: string;
}

async function runTemplate<Answer>(
  threads: Threads,
  { fairnessKey, ...task }: TemplateTask,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    return await threads.run<Answer>(task, { deadlineMs: templateDeadlineMs, signal, fairnessKey });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    const message = 'The template takes too long or grows too large';
    throw new QueryError(message, 'sql', 'INVALID_TEMPLATE_PARAMS_ERROR');
  }
}
