import type { ChoiceEndpoint, ChoiceValue, ControlChoice } from './definitions.ts';
import { isRecord, toList } from './form-values.ts';

/** The choices in the answer of a control's endpoint: its `result`, unless the control reads it in its own way. */
export function choicesOfAnswer(endpoint: ChoiceEndpoint, answer: unknown): readonly ControlChoice[] {
  if (endpoint.toChoices) return endpoint.toChoices(answer);
  return toList(isRecord(answer) ? answer.result : answer).flatMap(toChoice);
}

function toChoice(entry: unknown): readonly ControlChoice[] {
  if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean')
    return [{ value: entry, label: String(entry) }];
  if (!isRecord(entry)) return [];
  const value = entry.value ?? entry.id;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  return [{ value, label: String(entry.label ?? entry.text ?? value) }];
}

/** The choices with the chosen value among them, where the control can name one that is not. */
export function withChosen(
  choices: readonly ControlChoice[],
  value: ChoiceValue | undefined,
  endpoint: ChoiceEndpoint | undefined,
): readonly ControlChoice[] {
  if (value === undefined || choices.some((choice) => choice.value === value)) return choices;
  const label = endpoint?.labelOf?.(value);
  return label ? [{ value, label }, ...choices] : choices;
}
