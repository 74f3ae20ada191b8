import { type TaggedType, tagEndpoints, type WireObjectTag } from '@powerset/contract';
import { Field, MultiSelect } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, loadListChoices, resources } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';

export interface TaggedRow {
  readonly id: number;
  readonly tags?: readonly WireObjectTag[];
}

interface ObjectTagsModalProps {
  readonly kind: TaggedType;
  /** Of one the tags are changed, to several some are added. */
  readonly rows: readonly TaggedRow[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The tags of one object, or tags for several. */
export function ObjectTagsModal({ kind, rows, onClose, onSaved }: ObjectTagsModalProps) {
  const t = useT();
  const [only, ...others] = rows;
  const before = others.length > 0 ? [] : (only?.tags ?? []).map((tag) => tag.name);
  const [names, setNames] = useState<readonly string[]>(before);
  /** How many objects could not be tagged, at the last try. */
  const [skipped, setSkipped] = useState(0);
  const [search, setSearch] = useState('');
  const found = useQuery({
    queryKey: [resources.tags.name, 'choices', search],
    queryFn: ({ signal }) => loadListChoices(resources.tags, { column: 'name', opr: 'ct' }, { filter: search, signal }),
  });
  const save = async () => {
    const left = others.length > 0 ? await tagAll(kind, rows, names) : 0;
    if (others.length === 0 && only) await changeTags({ kind, id: only.id, before, names });
    setSkipped(left);
    onSaved();
    return left === 0;
  };
  const refused =
    skipped > 0 ? t('{{count}} could not be tagged: they are not yours to change.', { count: skipped }) : undefined;
  const isChanged = names.join() !== before.join();
  return (
    <FormModal
      title={others.length > 0 ? t('Add tags to {{count}} objects', { count: rows.length }) : t('Tags')}
      isNew={false}
      isComplete={isChanged}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <Field label={t('Tags')} help={t('Choose tags, or type a new one.')} error={errors.tags ?? refused}>
          {(ids) => (
            <MultiSelect
              {...ids}
              label={t('Tags')}
              value={names}
              isFreeForm
              isLoading={found.isFetching}
              choices={(found.data ?? []).map(({ text }) => ({ value: text, label: text }))}
              onSearch={setSearch}
              onChange={setNames}
            />
          )}
        </Field>
      )}
    </FormModal>
  );
}

interface Change {
  readonly kind: TaggedType;
  readonly id: number;
  readonly before: readonly string[];
  readonly names: readonly string[];
}

async function changeTags({ kind, id, before, names }: Change): Promise<void> {
  const params = { type: kind, objectId: String(id) };
  const added = names.filter((name) => !before.includes(name));
  if (added.length > 0) await api.callEndpoint(tagEndpoints.tagObject, { params, body: { tags: added } });
  for (const tag of before.filter((name) => !names.includes(name)))
    await api.callEndpoint(tagEndpoints.untagObject, { params: { ...params, tag } });
}

/** How many stay without one of the tags. */
async function tagAll(kind: TaggedType, rows: readonly TaggedRow[], names: readonly string[]): Promise<number> {
  const objects = rows.map(({ id }): [TaggedType, number] => [kind, id]);
  const tags = names.map((name) => ({ name, objects_to_tag: objects }));
  const { result } = await api.callEndpoint(tagEndpoints.bulkCreate, { body: { tags } });
  return new Set(result.objects_skipped.map(([, id]) => id)).size;
}
