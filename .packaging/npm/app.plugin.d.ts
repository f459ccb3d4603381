import type { ConfigPlugin } from 'expo/config-plugins';

declare namespace withAlertSounds {
  interface Properties {
    /** Paths of sounds, or of folders to search for sounds, relative to the project. */
    sounds: string[];
    /** More options of `alertsound convert` for the iOS sounds, one word in each string: `['--over-limit', 'trim']`. */
    options?: string[];
  }
}

declare const withAlertSounds: ConfigPlugin<withAlertSounds.Properties>;
export = withAlertSounds;
