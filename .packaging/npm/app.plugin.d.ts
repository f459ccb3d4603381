import type { ConfigPlugin } from 'expo/config-plugins';

declare namespace withAlertSounds {
  interface Properties {
    /** Sounds, or folders that are searched for sounds; relative to the project. */
    sounds: string[];
    /** More options of `alertsound convert` for the iOS sounds, a word each: `['--over-limit', 'trim']`. */
    options?: string[];
  }
}

declare const withAlertSounds: ConfigPlugin<withAlertSounds.Properties>;
export = withAlertSounds;
