import { frenchFormats } from '@powerset/chart-kit';
import texts from './fr.json';

export const language = { texts, formats: frenchFormats };
