/** CURRENCY CHOICES. Which currencies the fields of numbers offer. */
export { currencyChoices } from './currency-choices.ts';
