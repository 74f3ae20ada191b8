import { advancedTypeEndpoints } from '@powerset/contract';
import { AdvancedValuesQuestion } from '@powerset/contract/schemas';
import { advancedTypes, convertValues, findAdvancedType } from '../../advanced-types/index.ts';
import { compileReader, fieldError, notFound, parseQ, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';

const readQuestion = compileReader(AdvancedValuesQuestion, 'json');

/** What people type in filters on ports and internet addresses; there while the feature flag is on. */
export function registerAdvancedValues(router: Router, { config }: Services): void {
  const assertEnabled = () => {
    if (config.featureFlags.ENABLE_ADVANCED_DATA_TYPES !== true) throw notFound();
  };
  router.route(advancedTypeEndpoints.types, () => {
    assertEnabled();
    return { result: advancedTypes.map(({ name }) => name) };
  });
  router.route(advancedTypeEndpoints.convert, ({ query }) => {
    assertEnabled();
    // Read by the schema just now.
    const question = readQuestion(parseQ(query)) as { readonly type: string; readonly values: readonly unknown[] };
    const type = findAdvancedType(question.type);
    if (!type) throw fieldError({ type: [`Invalid advanced data type: ${question.type}`] }, 400);
    return { result: convertValues(type, question.values) };
  });
}
