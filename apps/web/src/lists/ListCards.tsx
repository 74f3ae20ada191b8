import { Checkbox, cardSurface, classNames, lineRoles, textRoles, UiLink } from '@powerset/ui';
import type { ResourceEndpoints, RowOf } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { useSession } from '../shell/index.ts';
import { FavoriteStar } from './cells.tsx';
import styles from './ListCards.module.css';
import type { ListViewProps } from './ListTable.tsx';
import parts from './parts.module.css';
import { RowActions } from './RowActions.tsx';

/** The list as cards with pictures. */
export function ListCards<T extends ResourceEndpoints>(props: ListViewProps<T>) {
  const { model, definition } = props;
  return (
    <ul
      className={classNames(styles.cards, model.list.loading && parts.loading)}
      aria-label={definition.title}
      aria-busy={model.list.loading}
    >
      {model.list.collection.map((row) => (
        <CardItem key={row.id} row={row} {...props} />
      ))}
    </ul>
  );
}

function CardItem<T extends ResourceEndpoints>({
  row,
  definition,
  model,
  onDelete,
}: ListViewProps<T> & { row: RowOf<T> }) {
  const t = useT();
  const { hasRoute } = useSession();
  const card = definition.card?.(row);
  const { selected, toggleRow, context } = model;
  const isSelected = selected.has(row.id);
  const name = definition.nameOf(row);
  const address = definition.addressOf?.(row) ?? null;
  return (
    <li className={classNames(cardSurface, styles.card, isSelected && styles.selected)}>
      <div className={styles.picture}>{card?.thumbnail}</div>
      <span className={styles.check}>
        <Checkbox label={t('Select {{name}}', { name })} isChecked={isSelected} onChange={() => toggleRow(row.id)} />
      </span>
      <div className={styles.body}>
        <div className={styles.line}>
          {address && hasRoute(address) ? (
            <UiLink dir="auto" href={address} className={classNames(styles.name, textRoles.truncated)}>
              {name}
            </UiLink>
          ) : (
            <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
              {name}
            </span>
          )}
          {context.favorites ? <FavoriteStar favorites={context.favorites} id={row.id} name={name} /> : null}
          <RowActions row={row} definition={definition} model={model} onDelete={onDelete} isCompact />
        </div>
        <div className={classNames(styles.line, textRoles.small, textRoles.muted)}>
          <span dir="auto" className={textRoles.truncated}>
            {card?.kind}
          </span>
          <span className={classNames(styles.when, lineRoles.end)}>{card?.when}</span>
        </div>
      </div>
    </li>
  );
}
