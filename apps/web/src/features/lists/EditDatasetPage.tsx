import { Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { EditDatasetModal } from '../../dataset-editor/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, usePageTitle } from '../../shell/index.ts';

/** The dataset editor at an address of its own, over the list of datasets. */
export function EditDatasetPage() {
  const t = useT();
  const navigate = useNavigate();
  const { id } = useParams();
  usePageTitle(t('Edit dataset'));
  const leave = () => void navigate(addresses.datasets);
  return (
    <Suspense fallback={null}>
      <EditDatasetModal datasetId={Number(id)} onClose={leave} onSaved={leave} />
    </Suspense>
  );
}
