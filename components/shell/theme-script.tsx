import { themeStorageKey } from './theme-storage-key';

/**
 * Runs before the first paint, and again when the preference or the device's theme changes. It also leaves the page's
 * nonce where libraries look for it that add style sheets by script.
 */
const applyTheme = `(key) => {
  __webpack_nonce__ = document.currentScript.nonce;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const choice = localStorage.getItem(key);
    const isDark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.classList.toggle('dark', isDark);
    document.documentElement.classList.toggle('light', !isDark);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
}`;

interface ThemeScriptProps {
  product: string;
  /** The page's, without which the script does not run. */
  nonce?: string;
}

/** Applies the theme preference without a flash of the wrong theme. */
export function ThemeScript({ product, nonce }: ThemeScriptProps) {
  const script = `(${applyTheme})(${JSON.stringify(themeStorageKey(product)).replaceAll('<', '\\u003c')})`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only way to run before the first paint; it contains nothing that a visitor enters
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
}
