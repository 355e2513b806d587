'use client';

import { lazy, Suspense, useState } from 'react';
import { MenuButton } from './menu-button';
import type { MenuProps } from './menu-window';

const load = () => import('./menu-window');
const MenuWindow = lazy(() => load().then((part) => ({ default: part.MenuWindow })));

/** Actions that are not the one that most people come for. Their script comes when somebody is about to ask for them. */
export function Menu(props: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const { label } = props;
  if (isWanted) {
    return (
      <Suspense fallback={<MenuButton aria-label={label} />}>
        <MenuWindow {...props} />
      </Suspense>
    );
  }
  return (
    <MenuButton
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
      onKeyDown={({ key }) => key === 'ArrowDown' && setIsWanted(true)}
    />
  );
}
