import { useEffect, useEffectEvent, useState } from 'react';
import { launchUrl } from './launch';
import { launchKey, type Settings } from './settings';

type Launch = { key: string; url: string };

/**
 * Returns the launch for the settings. Null while it is being signed. A changed `frame` makes
 * another launch with the same settings.
 */
export function useLaunch(settings: Settings, frame: number): Launch | null {
  const key = `${frame}/${launchKey(settings)}`;
  const [launch, setLaunch] = useState<Launch | null>(null);
  const sign = useEffectEvent(() => launchUrl(settings, new URL(location.href), Date.now()));

  useEffect(() => {
    let wanted = true;
    void sign().then((url) => {
      if (wanted) setLaunch({ key, url });
    });
    return () => {
      wanted = false;
    };
  }, [key]);

  return launch?.key === key ? launch : null;
}
