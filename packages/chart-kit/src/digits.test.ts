import { expect, it } from 'vitest';
import { digitsOf, isIdentifierName, isYearName } from './digits.ts';

it('knows a column of years by a word of its name', () => {
  const years = [
    'year',
    'Year',
    'YEAR',
    'birth_year',
    'orderYear',
    'Fiscal year',
    'yr',
    'Jahr',
    'year2',
    'year(ordered_at)',
  ];
  expect(years.filter((name) => !isYearName(name))).toEqual([]);
  const others = ['years', 'yearly', 'revenue', 'yearning', 'amount', 'lawyer', 'years_active', 'midyears', ''];
  expect(others.filter(isYearName)).toEqual([]);
});

it('knows a column of identifiers by its name, and no quantity of them', () => {
  const identifiers = [
    'id',
    'ID',
    'order_id',
    'orderId',
    'customerID',
    'Customer Id',
    'product_key',
    'zip',
    'ship_zip_code',
    'PostalCode',
    'plz',
    'invoice_no',
    'Order number',
    'phone',
  ];
  expect(identifiers.filter((name) => !isIdentifierName(name))).toEqual([]);
  const others = [
    'paid',
    'count(order_id)',
    'count_id',
    'num_ids',
    'total',
    'no',
    'number',
    'keys pressed',
    'revenue',
    '',
  ];
  expect(others.filter(isIdentifierName)).toEqual([]);
  expect(['order_id', 'year', 'revenue'].map(digitsOf)).toEqual(['plain', 'years', 'grouped']);
});
