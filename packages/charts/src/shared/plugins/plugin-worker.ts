/**
 * The program of the worker in which a plugin's definition runs. Whatever it sends, the page reads it as it would a stranger's.
 */
import { isRecord } from '@powerset/chart-kit';
import { answerQuestion, chartOf, toJson } from './answer-questions.ts';
import type { AnswerHead, NumberedQuestion, PluginAnswer } from './plugin-questions.ts';

interface Start {
  readonly code: string;
  readonly port: MessagePort;
}

/** Before any question is answered, the line says once that the code is there, under this number. */
const startNumber = 0;

async function serve({ code, port }: Start): Promise<void> {
  const send = (head: AnswerHead, body = '') => port.postMessage(`${toJson(head)}\n${body}`);
  const fail = (number: number, error: unknown) => send({ number, error: wordsOf(error) });
  try {
    const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    const chart = chartOf(await import(/* @vite-ignore */ address));
    port.onmessage = ({ data: { number, question } }: MessageEvent<NumberedQuestion>) => {
      try {
        const { says, body }: PluginAnswer = answerQuestion(chart, question);
        send({ number, says }, body);
      } catch (error) {
        fail(number, error);
      }
    };
    send({ number: startNumber, says: null });
  } catch (error) {
    fail(startNumber, error);
  }
}

const wordsOf = (error: unknown) => String((isRecord(error) && error.message) || error);

/** Nothing but the port leads out of the worker. */
function closeOtherWays(): void {
  for (const owner of [self, Object.getPrototypeOf(self)]) Reflect.deleteProperty(owner, 'postMessage');
}

// Only the frame of a plugin starts this file, as a worker; it sends one message.
self.onmessage = ({ data }: MessageEvent<Start>) => {
  self.onmessage = null;
  closeOtherWays();
  void serve(data);
};
