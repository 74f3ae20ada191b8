import { useEffect, useRef, useState } from 'react';
import type { PastedFinds, SelectValue } from './choices.ts';

export interface PastingProps {
  readonly values: readonly SelectValue[];
  readonly onChange: (values: readonly SelectValue[]) => void;
  readonly onLookUp?: (words: readonly string[]) => Promise<PastedFinds>;
}

const nothing = { missing: [], unasked: [] } as const;

/** What becomes of pasted words that no choice is called: they are looked up where the caller can, and what is not found is kept to be named. */
export function usePasting(props: PastingProps) {
  const [isLooking, setIsLooking] = useState(false);
  const [left, setLeft] = useState<Pick<PastedFinds, 'missing' | 'unasked'>>(nothing);
  // What is found comes later: it joins what is chosen then.
  const latest = useRef(props);
  latest.current = props;
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current = -1;
    },
    [],
  );
  const take = (words: readonly string[]) => {
    const { onLookUp } = props;
    if (words.length === 0) return;
    if (!onLookUp) return setLeft({ missing: words, unasked: [] });
    turn.current += 1;
    const mine = turn.current;
    setIsLooking(true);
    void onLookUp(words).then((found) => {
      if (turn.current !== mine) return;
      setIsLooking(false);
      setLeft(found);
      const { values, onChange } = latest.current;
      if (found.values.length > 0) onChange([...new Set([...values, ...found.values])]);
    });
  };
  return { ...left, isLooking, take, forget: () => setLeft(nothing) };
}
