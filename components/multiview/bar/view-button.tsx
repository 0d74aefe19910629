import { SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';
import { layoutWords } from '../layout/layout-words';
import { hasMainTile } from '../multiview-state';
import type { ViewMenu } from './view-menu';

const loadViewMenu = () => import('./view-menu').then(({ ViewMenu }) => ViewMenu);

export type ViewButtonProps = Omit<ComponentProps<typeof ViewMenu>, 'trigger'>;

/** Opens the menu of what the multiview shows. It has the name of a layout with large and small tiles. */
export function ViewButton(props: ViewButtonProps) {
  const name = hasMainTile(props.layout) ? layoutWords[props.layout] : null;
  return (
    <LazyPopup
      kind="menu"
      load={loadViewMenu}
      props={props}
      trigger={
        <Button aria-label={name ? `View: ${name}` : 'View'}>
          <SlidersHorizontal aria-hidden />
          <span className="max-sm:hidden">{name ?? 'View'}</span>
        </Button>
      }
    />
  );
}
