import '@fontsource-variable/noto-sans-sc/wght.css';
import { chineseFormats } from '@powerset/chart-kit';
import texts from './zh.json';

export const language = { texts, formats: chineseFormats, fontFamily: 'Noto Sans SC Variable' };
