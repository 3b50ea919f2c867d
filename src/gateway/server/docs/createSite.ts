import { type ServedFile, renderAsset } from './renderFile.ts';

/** The parts that all pages share. */
export interface Site {
  basePath: string;
  /** The folder of scripts, styles and images, base path included. */
  assets: string;
  /** The names of all pages in the navigation bar, by path, base path included. */
  names: ReadonlyMap<string, string>;
  apiName: string;
  icon: string;
  style: string;
  /** The script that stores the token for all pages of one browser tab. */
  tokenScript: string;
  /** The icon, the style and the script themselves. */
  files: ReadonlyMap<string, ServedFile>;
}

/** Renders the parts that all pages share. */
export function createSite(basePath: string, apiName: string, names: ReadonlyMap<string, string>): Site {
  const assets = `${basePath}/docs/assets`;
  const icon = renderAsset(assets, 'icon', 'svg', ICON);
  const style = renderAsset(assets, 'site', 'css', STYLE);
  const tokenScript = renderAsset(assets, 'token', 'js', TOKEN_SCRIPT);
  return {
    basePath,
    assets,
    names,
    apiName,
    icon: icon[0],
    style: style[0],
    tokenScript: tokenScript[0],
    files: new Map([icon, style, tokenScript]),
  };
}

/** A portico. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#49b684">
  <path d="M16 3 29 10v3H3v-3z"/>
  <path d="M5 14h4v11H5zm9 0h4v11h-4zm9 0h4v11h-4zM3 26h26v3H3z"/>
</svg>
`;

/** The session storage of a tab ends with it, and is not shared with other tabs or later visits. */
const TOKEN_SCRIPT = `'use strict';
const tokenStore = (() => {
  const key = 'portico-token:' + document.documentElement.dataset.basePath;
  const attempt = (work) => {
    try {
      return work();
    } catch {
      // Without storage, every page asks for the token.
      return null;
    }
  };
  return {
    read: () => attempt(() => sessionStorage.getItem(key)) ?? '',
    write: (token) => void attempt(() => token === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, token)),
  };
})();
`;

const STYLE = `body { margin: 0; }
.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; box-sizing: border-box;
  min-height: 52px; padding: 8px 20px; background: #17211c; color: #e8efeb; font: 15px/20px sans-serif;
}
.bar strong { display: flex; align-items: center; gap: 10px; font-size: 18px; }
.bar nav { display: flex; flex-wrap: wrap; gap: 4px 24px; }
.bar a { padding: 4px 0; min-width: 24px; color: #b9c9c1; text-decoration: none; }
.bar a:hover, .bar a:focus-visible, .bar a[aria-current] { color: #fff; }
.bar a[aria-current] { box-shadow: 0 2px #49b684; }
`;
