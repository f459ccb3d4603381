'use strict';
// Resources in an Xcode project, as the package xcode represents it: sections of objects by their identifiers. The key
// `ID_comment` has the text of each object's comment.
const unquoted = (text) => String(text ?? '').replace(/^"(.*)"$/, '$1');
const entries = (section) => Object.entries(section ?? {}).filter(([key]) => !key.endsWith('_comment'));

function references(project, filepath) {
  return entries(project.pbxFileReferenceSection())
    .filter(([, file]) => unquoted(file.path) === filepath).map(([id]) => id);
}

/** Whether Xcode itself adds all files in a folder to the target. A second entry for a file would break the build. */
function isSynchronized(project, folder) {
  const { objects } = project.hash.project;
  return entries(objects.PBXFileSystemSynchronizedRootGroup).some(([, group]) => unquoted(group.path) === folder);
}

/** The references of the app's resources with the file name `file`. */
function resources(project, file) {
  const target = project.getTarget('com.apple.product-type.application');
  if (!target) throw new Error('alertsound: the Xcode project has no target for an app');
  const phase = project.pbxResourcesBuildPhaseObj(target.uuid);
  if (!phase) {
    throw new Error(`alertsound: the target ${unquoted(target.target.name)} of the Xcode project copies no resources`);
  }
  const built = project.pbxBuildFileSection();
  return phase.files.filter(({ comment }) => comment === `${file} in Resources`)
    .map(({ value }) => built[value]?.fileRef);
}

/** Adds a file to the app's resources unless it is there already. */
function addResource(project, { folder, file, addResourceFileToGroup }) {
  if (isSynchronized(project, folder)) return project;
  const filepath = `${folder}/${file}`;
  const ours = () => references(project, filepath);
  const others = resources(project, file).filter((reference) => !ours().includes(reference));
  if (others.length > 0) {
    throw new Error(
      `alertsound: another ${file} is already a resource of the app; ` +
        'remove it from the Xcode project or rename the sound');
  }
  if (ours().length === 0) {
    project = addResourceFileToGroup({ filepath, groupName: folder, isBuildFile: true, project });
  }
  if (resources(project, file).length !== 1) {
    throw new Error(
      `alertsound: ${filepath} is in the Xcode project, but not once among the resources of the app; ` +
        'correct its target membership in Xcode, or run expo prebuild --clean');
  }
  return project;
}

function removeResource(project, { folder, file }) {
  const { objects } = project.hash.project;
  const ids = new Set(references(project, `${folder}/${file}`));
  for (const [id, built] of entries(objects.PBXBuildFile)) if (ids.has(built.fileRef)) ids.add(id);
  for (const section of [objects.PBXFileReference, objects.PBXBuildFile]) {
    for (const id of ids) {
      delete section?.[id];
      delete section?.[`${id}_comment`];
    }
  }
  const keep = ({ value }) => !ids.has(value);
  for (const [, group] of entries(objects.PBXGroup)) group.children = group.children.filter(keep);
  for (const [, phase] of entries(objects.PBXResourcesBuildPhase)) phase.files = phase.files.filter(keep);
}

module.exports = { addResource, removeResource };
