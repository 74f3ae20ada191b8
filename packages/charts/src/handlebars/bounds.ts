/** A template may run so long and write so much: whoever opens its dashboard must not wait for it. */
export const bounds = { templateLength: 20_000, steps: 400_000, outputLength: 300_000, depth: 40 } as const;

export type BoundKind = 'length' | 'steps' | 'output' | 'depth';

/** The template reached one of its bounds. */
export class BoundReached extends Error {
  readonly kind: BoundKind;

  constructor(kind: BoundKind) {
    super(kind);
    this.kind = kind;
  }
}

/** A fault that the template's author can mend, in words. */
export class TemplateFault extends Error {}
