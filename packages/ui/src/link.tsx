import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, useContext } from 'react';

export type UiLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { readonly href: string };

const PlainLink = (props: UiLinkProps) => <a {...props} />;

const LinkContext = createContext<ComponentType<UiLinkProps>>(PlainLink);

/** Lets the application decide how links travel (its router), for every component below. */
export function UiLinkProvider({
  component,
  children,
}: {
  component: ComponentType<UiLinkProps>;
  children: ReactNode;
}) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** A link that travels by the application's router. */
export function UiLink(props: UiLinkProps) {
  const Link = useContext(LinkContext);
  return <Link {...props} />;
}
