import type { ControlDefinition } from '@powerset/chart-kit';

/** What every control of the panel is given. */
export interface ControlProps {
  readonly control: ControlDefinition;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}
