'use strict';
// The functions of expo/config-plugins that the plugin uses, with a prebuild of existing native
// projects.
const fs = require('node:fs');
const path = require('node:path');
const xcode = require('./xcode');

function addMod(config, platform, mod, action) {
  const mods = (config.mods ??= {});
  ((mods[platform] ??= {})[mod] ??= []).push(action);
  return config;
}

const withXcodeProject = (config, action) => addMod(config, 'ios', 'xcodeproj', action);
const withDangerousMod = (config, [platform, action]) => addMod(config, platform, 'dangerous', action);

function createRunOncePlugin(plugin, name) {
  return (config, properties) => {
    const history = ((config._internal ??= {}).pluginHistory ??= {});
    if (history[name]) return config;
    history[name] = true;
    return plugin(config, properties);
  };
}

function addResourceFileToGroup({ filepath, groupName, isBuildFile, project }) {
  const { firstProject } = project.getFirstProject();
  let group = project.getPBXGroupByKey(firstProject.mainGroup);
  for (const name of groupName.split('/')) {
    const child = group.children.find(({ comment }) => comment === name);
    group = (child && project.getPBXGroupByKey(child.value)) ?? group;
  }
  const comment = path.basename(filepath);
  if (group.children.some((child) => child.comment === comment)) return project;
  const [id, reference] = [project.generateUuid(), project.generateUuid()];
  project.pbxFileReferenceSection()[reference] = {
    isa: 'PBXFileReference', name: `"${comment}"`, path: `"${filepath}"`, sourceTree: '"<group>"',
    lastKnownFileType: 'unknown', includeInIndex: 0,
  };
  project.pbxFileReferenceSection()[`${reference}_comment`] = comment;
  if (isBuildFile) {
    project.pbxBuildFileSection()[id] = { isa: 'PBXBuildFile', fileRef: reference, fileRef_comment: comment };
    project.pbxBuildFileSection()[`${id}_comment`] = `${comment} in Resources`;
  }
  const target = project.getTarget('com.apple.product-type.application');
  project.pbxResourcesBuildPhaseObj(target.uuid).files.push({ value: id, comment: `${comment} in Resources` });
  group.children.push({ value: reference, comment });
  return project;
}

async function prebuild(config, projectRoot, platforms = ['android', 'ios']) {
  for (const platform of platforms) {
    const platformProjectRoot = path.join(projectRoot, platform);
    const modRequest = { projectRoot, platformProjectRoot, platform, projectName: platform === 'ios' ? config.name : undefined };
    const mods = config.mods?.[platform] ?? {};
    for (const action of mods.dangerous ?? []) await action({ ...config, modRequest });
    if (!mods.xcodeproj) continue;
    const file = path.join(platformProjectRoot, `${config.name}.xcodeproj`, 'project.pbxproj');
    let modResults = xcode.project(file);
    for (const action of mods.xcodeproj) ({ modResults } = await action({ ...config, modRequest, modResults }));
    fs.writeFileSync(file, modResults.writeSync());
  }
}

module.exports = {
  withXcodeProject, withDangerousMod, createRunOncePlugin, prebuild,
  IOSConfig: { XcodeUtils: { addResourceFileToGroup } },
};
