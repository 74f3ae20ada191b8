import { SearchOutlined } from '@ant-design/icons-svg';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface SearchInputProps extends Omit<TextInputProps, 'icon' | 'type' | 'aria-label'> {
  /** Spoken name, and what stands in the empty field. */
  readonly label: string;
}

/** A field that narrows down what stands below it. */
export function SearchInput({ label, ...input }: SearchInputProps) {
  return <TextInput icon={SearchOutlined} type="search" aria-label={label} placeholder={label} {...input} />;
}
