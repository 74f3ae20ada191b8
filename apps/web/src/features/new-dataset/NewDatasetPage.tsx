import { LockOutlined } from '@ant-design/icons-svg';
import { Button, EmptyState } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { addresses, usePageTitle, useSession } from '../../shell/index.ts';
import { ChoiceFields } from './ChoiceFields.tsx';
import styles from './NewDatasetPage.module.css';
import { TableCard } from './TableCard.tsx';
import { useCreateDataset, useExistingDataset, useTableChoice } from './use-new-dataset.ts';

/** A dataset of a table: which one, what is in it, and on to the first chart. */
export function NewDatasetPage() {
  const t = useT();
  const { can } = useSession();
  usePageTitle(t('New dataset'));
  if (can('can_write', 'Dataset')) return <NewDatasetForm />;
  return (
    <EmptyState
      size="big"
      isPage
      icon={LockOutlined}
      title={t('You are not allowed to make datasets.')}
      actions={<Button href={addresses.datasets}>{t('Datasets')}</Button>}
    />
  );
}

function NewDatasetForm() {
  const t = useT();
  const choice = useTableChoice();
  const existing = useExistingDataset(choice.place, choice.catalogs.shown);
  const creation = useCreateDataset(choice.place);
  const hasColumns = (choice.metadata.data?.columns.length ?? 0) > 0;
  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        creation.mutate();
      }}
    >
      <h1>{t('New dataset')}</h1>
      <div className={styles.body}>
        <ChoiceFields choice={choice} />
        <TableCard choice={choice} existingId={existing.data?.id} />
      </div>
      <div className={styles.foot}>
        <Button href={addresses.datasets}>{t('Cancel')}</Button>
        <Button
          kind="primary"
          type="submit"
          isBusy={creation.isPending}
          isDisabled={!hasColumns || existing.isPending || Boolean(existing.data)}
        >
          {t('Create dataset and create chart')}
        </Button>
      </div>
    </form>
  );
}
