/** The program of the threads: each takes one task after the other, and answers it. */
import { parentPort } from 'node:worker_threads';
import type { PrivateKeyText, ScriptText } from '../engines/index.ts';
import { perform, type RowTask } from '../rows/index.ts';
import type { ArchiveTask, PackTask } from './archive-task.ts';
import type { FormatTask } from './format-task.ts';
import type { NewPasskeyTask, ShownPasskeyTask } from './passkey-task.ts';
import type { SamlMessageTask, SamlSignTask } from './saml-message-task.ts';
import type { SamlTask } from './saml-task.ts';
import { prepareScript, type ScriptTask } from './script-task.ts';
import { serveTasks } from './serve-tasks.ts';
import {
  type OffsetsTask,
  type ParametersTask,
  type PlanTask,
  planTemplated,
  planTemplatedOffsets,
  type RenderTask,
  readParameters,
  renderTemplate,
} from './template-tasks.ts';

type Task =
  | RowTask
  | FormatTask
  | RenderTask
  | ParametersTask
  | PlanTask
  | OffsetsTask
  | ArchiveTask
  | PackTask
  | ScriptTask
  | NewPasskeyTask
  | SamlTask
  | SamlMessageTask
  | SamlSignTask
  | ShownPasskeyTask
  | ReadingTask
  | KeyTask;

type ReadingTask = ScriptText & { readonly kind: 'read-script' };
type KeyTask = PrivateKeyText & { readonly kind: 'read-key' };

/** The formatter, grammars, and the readers of YAML, passkeys and SAML are large: a thread that renders templates starts sooner without them. */
async function prepare(task: Task): Promise<() => unknown> {
  switch (task.kind) {
    case 'format': {
      const { formatSql } = await import('./format-task.ts');
      return () => formatSql(task);
    }
    case 'render':
      return () => renderTemplate(task);
    case 'parameters':
      return () => readParameters(task);
    case 'plan':
      return () => planTemplated(task);
    case 'script':
      return () => prepareScript(task);
    case 'read-script': {
      const { readScript } = await import('../engines/index.ts');
      return () => readScript(task);
    }
    case 'read-key': {
      const { loadKeyReader } = await import('../engines/index.ts');
      const readKey = await loadKeyReader();
      return () => readKey(task);
    }
    case 'offsets':
      return () => planTemplatedOffsets(task);
    case 'archive': {
      const { readArchive } = await import('./archive-task.ts');
      return () => readArchive(task);
    }
    case 'saml': {
      const { readSamlAnswer } = await import('./saml-task.ts');
      return () => readSamlAnswer(task);
    }
    case 'saml-message': {
      const { readSamlMessage } = await import('./saml-message-task.ts');
      return () => readSamlMessage(task);
    }
    case 'saml-sign': {
      const { signSamlMessage } = await import('./saml-message-task.ts');
      return () => signSamlMessage(task);
    }
    case 'pack': {
      const { packArchive } = await import('./archive-task.ts');
      return () => packArchive(task);
    }
    case 'new-passkey': {
      const { readNewPasskey } = await import('./passkey-task.ts');
      return () => readNewPasskey(task);
    }
    case 'shown-passkey': {
      const { readShownPasskey } = await import('./passkey-task.ts');
      return () => readShownPasskey(task);
    }
    default:
      return () => perform(task);
  }
}

// Only the server starts this file, as a thread.
if (parentPort) serveTasks(parentPort, prepare);
