# Converts all sounds in Sounds and its folders into Resources: `make -f Folder.mk`.
#
# A run converts in parallel, and only changed sounds. The depfile tells Make when a run is needed.
# Targets that use the sounds must depend on the manifest. After a failure, the manifest gets an old
# timestamp, so that Make tries again.

.PHONY: alerts
alerts: Resources/alerts.json

Resources/alerts.json:
	alertsound convert Sounds -o Resources --prune --quiet --manifest $@ --depfile Resources/alerts.d

-include Resources/alerts.d
