/**
 * FIELD BUTTON. A button that looks like a field, for values that are chosen in a card.
 * In: the value as text. Out: presses. `--field-button-width` says how wide it is; whole lines unless said.
 */
export { FieldButton } from './FieldButton.tsx';
