import { useRef, useState } from 'react';
import { Calendar } from './Calendar.tsx';
import { isMidnight, lastDayBefore, type ResolvedRange, shiftDay } from './range-words.ts';
import { separator } from './time-range.ts';

interface RangeCalendarProps {
  readonly value: string;
  readonly resolved: ResolvedRange | undefined;
  readonly onChange: (range: string) => void;
}

const today = () => new Date().toISOString().slice(0, 10);
const rangeOf = (first: string, last: string) => `${first}T00:00:00${separator}${shiftDay(last, 1)}T00:00:00`;

/** Two days that stand in the text itself need no server. */
function rangeInText(value: string): ResolvedRange | undefined {
  const [since = '', until = ''] = value.split(separator);
  return isMidnight(since) && isMidnight(until) ? { since, until } : undefined;
}

/** The days of the range; a press on one starts another range, the next press ends it. */
export function RangeCalendar({ value, resolved, onChange }: RangeCalendarProps) {
  const [started, setStarted] = useState<string | null>(null);
  const before = useRef<ResolvedRange | undefined>(undefined);
  // While the server reads another text, the month stays.
  const range = rangeInText(value) ?? resolved ?? (value.includes(separator) ? before.current : undefined);
  before.current = range;
  const first = range?.since ? range.since.slice(0, 10) : null;
  const last = range?.until ? lastDayBefore(range.until) : null;
  const choose = (day: string) => {
    setStarted(started === null ? day : null);
    if (started === null) onChange(rangeOf(day, day));
    else onChange(day < started ? rangeOf(day, started) : rangeOf(started, day));
  };
  return <Calendar day={started ?? last ?? first ?? today()} range={{ first, last }} onChoose={choose} />;
}
