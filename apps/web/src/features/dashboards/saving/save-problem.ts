import { ApiError, errorText } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';

/** What is said when a dashboard could not be saved. */
export function saveProblem(error: unknown): string {
  if (!(error instanceof ApiError) || error.isWordless) return t('Sorry, an unknown error occurred');
  if (error.status === 403) return t('You do not have permission to edit this dashboard');
  return t('Sorry, there was an error saving this dashboard: {{message}}', { message: errorText(error) });
}
