type Values<Value> = Readonly<Record<string, Value>>;

/** The catalogue's function for texts whose values may be anything that has a text, as those of charts. */
export const withAnyValues =
  (t: (text: string, values: Values<string | number>) => string) =>
  (text: string, values: Values<unknown> = {}): string =>
    t(
      text,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
      ),
    );
