const yearWords = new Set(['year', 'yr', 'jahr']);

/** Whether a column's name says that its numbers are years: one of its words is year, yr or Jahr. */
export function isYearName(name: string): boolean {
  const words = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}]+/u);
  return words.some((word) => yearWords.has(word.toLowerCase()));
}

const identifierEnds =
  /^(id|ids|uuid|guid|key|pk|fk|sku|ean|isbn|zip|zipcode|postcode|postalcode|plz|code|ssn|phone|iban)$/;
/** `order_no` names an order, `no` alone may be a word. */
const identifierSuffixes = /^(no|nr|num|number|nummer)$/;
const numberedThings =
  /^(order|invoice|account|customer|contract|serial|ticket|case|item|part|article|phone|tax|card|house|flight|policy|document|batch|lot|auftrags?|rechnungs?|kunden|konto|vertrags?|artikel)$/;
const counted = /^(count|counts|sum|total|avg|average|mean|num|number|anzahl|distinct|unique|n|nb)$/;

/** Whether a column's name says that its numbers name things: they are no quantities, and their digits are not grouped. */
export function isIdentifierName(name: string): boolean {
  // What is computed of identifiers is a quantity: `count(order_id)`.
  if (/[()*+/]/.test(name)) return false;
  const words = name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const last = words.at(-1);
  if (last === undefined || (words.length > 1 && counted.test(words[0] ?? ''))) return false;
  if (identifierEnds.test(last)) return true;
  return identifierSuffixes.test(last) && numberedThings.test(words.at(-2) ?? '');
}

/** How the numbers of a column of this name are written in a grid. */
export function digitsOf(name: string): 'grouped' | 'years' | 'plain' {
  if (isIdentifierName(name)) return 'plain';
  return isYearName(name) ? 'years' : 'grouped';
}
