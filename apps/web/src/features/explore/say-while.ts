import { sayBeside, toastStore, type Voice } from '@powerset/ui';
import { t } from '../../i18n/index.ts';

/** What comes sooner is not announced. */
const patienceMs = 400;

/**
 * Does what a press asks for, and says beside it that it is under way, with a button that leaves it. Answers undefined where
 * that was pressed; what fails is the caller's to say.
 */
export async function sayWhile<T>(
  text: string,
  work: (signal: AbortSignal) => Promise<T>,
  say: Voice = sayBeside(),
): Promise<T | undefined> {
  const controller = new AbortController();
  let shown: string | null = null;
  const timer = setTimeout(() => {
    shown = say.info(text, { action: { label: t('Cancel'), onSelect: () => controller.abort() } });
  }, patienceMs);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    if (shown !== null) toastStore.getState().remove(shown);
  }
}
