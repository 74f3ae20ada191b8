import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons-svg';
import { Icon } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { formatCount } from '../../numbers.ts';
import styles from './JsonTree.module.css';
import type { JsonItem, JsonNode } from './json-nodes.ts';

const openDepth = 2;
const openItems = 50;
const shownAtOnce = 100;

/** A nested value whose parts open and close. */
export function JsonTree({ node }: { readonly node: JsonNode }) {
  return (
    <ul className={styles.tree}>
      <Branch item={{ name: '', node }} depth={0} isRoot />
    </ul>
  );
}

const leafClasses = { text: styles.text, number: styles.number, word: styles.word } as const;

function opensAtFirst(node: JsonNode, depth: number): boolean {
  return 'items' in node && depth < openDepth && node.items.length <= openItems;
}

interface BranchProps {
  readonly item: JsonItem;
  readonly depth: number;
  readonly isRoot?: boolean;
}

function Branch({ item: { name, node }, depth, isRoot = false }: BranchProps) {
  const [isOpen, setIsOpen] = useState(isRoot || opensAtFirst(node, depth));
  if (node.kind !== 'object' && node.kind !== 'list')
    return (
      <li className={styles.leaf}>
        <span className={styles.name}>{name}</span>
        <span className={leafClasses[node.kind]} dir="auto">
          {node.kind === 'text' ? JSON.stringify(node.text) : node.text}
        </span>
      </li>
    );
  const [open, close] = node.kind === 'list' ? '[]' : '{}';
  return (
    <li>
      <button type="button" className={styles.branch} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon of={isOpen ? CaretDownOutlined : CaretRightOutlined} size={10} />
        {isRoot ? null : <span className={styles.name}>{name}</span>}
        <span className={styles.count}>
          {open}
          {formatCount(node.items.length)}
          {close}
        </span>
      </button>
      {isOpen ? <Items items={node.items} depth={depth + 1} /> : null}
    </li>
  );
}

function Items({ items, depth }: { readonly items: readonly JsonItem[]; readonly depth: number }) {
  const t = useT();
  const [shown, setShown] = useState(shownAtOnce);
  const rest = items.length - shown;
  return (
    <ul>
      {items.slice(0, shown).map((item) => (
        <Branch key={item.name} item={item} depth={depth} />
      ))}
      {rest > 0 ? (
        <li>
          <button type="button" className={styles.more} onClick={() => setShown(shown + 10 * shownAtOnce)}>
            {t('Show more ({{count}})', { count: formatCount(rest) })}
          </button>
        </li>
      ) : null}
    </ul>
  );
}
