"""``cmd location``: test providers, and refusals."""

from bmoca_gym.devices.embedded import EmbeddedDevice


def test_a_test_provider_from_its_making_to_its_end():
    device = EmbeddedDevice(image="android13")
    set_location = "cmd location providers set-test-provider-location gps --location 47.14,9.52"
    for line, said in [
        ("cmd location is-location-enabled", "true"),
        ("cmd location set-location-enabled false; cmd location is-location-enabled", "false"),
        (set_location, "not allowed to perform MOCK_LOCATION"),
        ("appops set com.android.shell android:mock_location allow", ""),
        (set_location, "is not a test provider"),
        ("cmd location providers add-test-provider gps", ""),
        (f"{set_location}; dumpsys location", "gps: null"),  # not enabled yet
        ("cmd location providers set-test-provider-enabled gps true", ""),
        (f"{set_location} --accuracy 3; dumpsys location", "Location[gps 47.140000,9.520000"),
        ("cmd location providers set-test-provider-location gps --location 91,9", "no LATITUDE,LONGITUDE"),
        ("cmd location providers set-test-provider-location gps --location 1,2,3", "no LATITUDE,LONGITUDE"),
        ("cmd location providers set-test-provider-location gps", "Location service commands"),
        (
            "cmd location providers set-test-provider-location moon --location 1,2",
            "Location service commands",
        ),
        ("cmd location providers remove-test-provider gps", ""),
        (set_location, "is not a test provider"),
        ("cmd location", "Location service commands"),
    ]:
        assert said in device.shell(line).output, line
