import { t } from '../i18n/index.ts';

/**
 * Messages of the list layer, letter for letter as specified; `%s` gaps are filled in order.
 */
export function fillGaps(template: string, ...values: readonly string[]): string {
  let next = 0;
  return template.replace(/%s/g, () => {
    const value = values[next] ?? '';
    next += 1;
    return value;
  });
}

export const listMessages = {
  fetchFailed: (label: string, error: string) =>
    fillGaps(t('An error occurred while fetching %ss: %s'), t(label), error),
  infoFailed: (label: string, error: string) =>
    fillGaps(t('An error occurred while fetching %s info: %s'), t(label), error),
  createFailed: (label: string, error: string) =>
    fillGaps(t('An error occurred while creating %ss: %s'), t(label), error),
  deleted: (name: string) => fillGaps(t('Deleted: %s'), name),
  deleteFailed: (error: string, name?: string) =>
    name
      ? fillGaps(t('There was an issue deleting %s: %s'), name, error)
      : fillGaps(t('There was an issue deleting: %s'), error),
  favoriteStatusFailed: (error: string) => fillGaps(t('There was an error fetching the favorite status: %s'), error),
  favoriteSaveFailed: (error: string) => fillGaps(t('There was an error saving the favorite status: %s'), error),
  importFailed: (label: string, error: string) =>
    `${fillGaps(t('An error occurred while importing %s: %s'), t(label), error)}\n${t('Please re-export your file and try importing again')}`,
  recentActivityFailed: () => t('There was an error fetching your recent activity:'),
};
