import { sayBeside } from '@powerset/ui';
import { useState } from 'react';
import { errorText } from '../api/index.ts';

/** Sends an answer; what fails is said, and the request stays. */
export function useSending(onAnswered: () => void) {
  const [isSending, setIsSending] = useState(false);
  const send = async (call: () => Promise<unknown>, done: string) => {
    const say = sayBeside();
    setIsSending(true);
    try {
      await call();
      say.success(done);
      onAnswered();
    } catch (error) {
      say.danger(errorText(error));
      setIsSending(false);
    }
  };
  return { isSending, send };
}
