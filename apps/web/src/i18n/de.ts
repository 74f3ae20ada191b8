import { germanFormats } from '@powerset/chart-kit';
import texts from './de.json';

export const language = { texts, formats: germanFormats };
