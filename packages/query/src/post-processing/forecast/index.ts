export { prophet } from './prophet.ts';
