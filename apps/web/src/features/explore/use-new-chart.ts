import { chartTypes } from '@powerset/charts/types';
import { useMemo } from 'react';
import { numberSetting } from '../../api/index.ts';
import { useSession } from '../../shell/index.ts';
import { draftPictures } from './draft-pictures.ts';
import { toFormContext } from './model/dataset.ts';
import { newForm } from './model/type-forms.ts';
import { useDatasetFacts } from './use-data-facts.ts';
import type { ExploreStart } from './use-explore-start.ts';

/** What fits a dataset of which nothing was chosen yet, and how pictures of it are asked for. */
export function useNewChart({ dataset, form_data: given }: ExploreStart) {
  const { bootstrap, isFeatureEnabled } = useSession();
  const hasGenericAxis = isFeatureEnabled('GENERIC_CHART_AXES');
  const maxRows = numberSetting(bootstrap, 'SQL_MAX_ROW', 100_000);
  const { data, isSettled } = useDatasetFacts(dataset);
  const pictureOf = useMemo(() => {
    const formContext = toFormContext(dataset, maxRows);
    return draftPictures({
      ...{ dataset, basis: given, isHeld: !isSettled },
      formOf: async ({ key, fields }) => {
        const definition = await chartTypes.load(key);
        return definition
          ? newForm({ ...given, ...fields }, { definition, dataset, formContext, hasGenericAxis })
          : null;
      },
    });
  }, [dataset, given, maxRows, hasGenericAxis, isSettled]);
  return { data, pictureOf };
}
